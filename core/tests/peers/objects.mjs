// An S3-compatible object store (s3rver), whose callers' signatures are held beside those that another library (aws4)
// makes of the same requests.
//
// Its one argument is JSON: { directory, bucket, key, secret }. It writes one line of JSON, { port }, and ends with its
// standard input.
import { createServer } from 'node:http';
import aws4 from 'aws4';
import S3rver from 's3rver';

const { directory, bucket, key, secret } = JSON.parse(process.argv[2]);
const store = new S3rver({ silent: true, directory, configureBuckets: [{ name: bucket }] });
await store.configureBuckets();
const answer = store.callback();

/** Whether a request carries the signature of the key (Signature Version 4). */
function isSigned({ method, url, headers }) {
  const given = headers.authorization ?? '';
  const [, region] = given.match(/Credential=[^/]+\/\d{8}\/([^/]+)\/s3\/aws4_request/) ?? [];
  const [, names] = given.match(/SignedHeaders=([^,]+)/) ?? [];
  if (!region || !names) return false;
  const of = (value) => Object.fromEntries(names.split(';').map((name) => [name, value(name)]));
  const made = aws4.sign(
    {
      service: 's3',
      region,
      method,
      path: url,
      headers: of((name) => headers[name]),
      extraHeadersToInclude: of(() => true),
    },
    { accessKeyId: key, secretAccessKey: secret },
  );
  return made.headers.Authorization.replaceAll(' ', '') === given.replaceAll(' ', '');
}

const server = createServer((request, response) => {
  if (isSigned(request)) {
    // The store itself knows one key.
    delete request.headers.authorization;
    answer(request, response);
    return;
  }
  request.resume();
  response.writeHead(403, { 'content-type': 'application/xml' });
  response.end('<Error><Code>SignatureDoesNotMatch</Code><Message>refused</Message></Error>');
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`);
});
process.stdin.resume();
process.stdin.on('end', () => process.exit());
