// A mail server (smtp-server), which reads what it takes with mailparser and judges its signature with mailauth.
//
// Its one argument is JSON: { implicit, cert, key, user, password, dns: { name: text } }. It writes lines of JSON: first
// { port }, then one for each message. A line on its standard input closes every connection; it answers { closed }.
import { createInterface } from 'node:readline';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

const settings = JSON.parse(process.argv[2]);
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

let connections = 0;

async function resolver(name, type) {
  const text = type === 'TXT' && settings.dns?.[name];
  if (!text) throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
  return [[text]];
}

async function read(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const server = new SMTPServer({
  secure: settings.implicit,
  cert: settings.cert,
  key: settings.key,
  authMethods: ['PLAIN', 'LOGIN'],
  disableReverseLookup: true,
  onConnect(_session, callback) {
    connections += 1;
    callback();
  },
  onAuth(auth, _session, callback) {
    const known = auth.username === settings.user && auth.password === settings.password;
    callback(known ? null : new Error('Authentication failed'), { user: auth.username });
  },
  onRcptTo(address, _session, callback) {
    const refused = address.address.startsWith('nobody@');
    callback(refused ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null);
  },
  async onData(stream, session, callback) {
    try {
      const raw = await read(stream);
      const mail = await simpleParser(raw);
      const { results } = await dkimVerify(raw, { resolver });
      say({
        connections,
        secure: session.secure,
        user: session.user,
        envelope: { from: session.envelope.mailFrom.address, to: session.envelope.rcptTo.map((to) => to.address) },
        from: mail.from.value[0],
        to: mail.to.text,
        subject: mail.subject,
        id: mail.messageId,
        automatic: mail.headers.get('auto-submitted') ?? null,
        headers: mail.headerLines.map(({ key }) => key),
        text: mail.text,
        html: mail.html,
        signatures: results.map(({ signingDomain, selector, status, algo }) => ({
          domain: signingDomain,
          selector,
          algorithm: algo,
          result: status.result,
        })),
      });
      callback();
    } catch (error) {
      callback(error);
    }
  },
});
server.on('error', () => {});

createInterface({ input: process.stdin })
  .on('line', () => {
    for (const connection of server.connections) connection.close();
    say({ closed: server.connections.size });
  })
  .on('close', () => process.exit(0));

server.listen(0, '127.0.0.1', () => say({ port: server.server.address().port }));
