//! One HTTP/1.1 connection (RFC 9112) that is kept open, without pipelining. It does little, so that the
//! generator never needs as much of a processor as what it measures.

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::Result;

const MAX_HEADERS: usize = 64;

/// An open connection.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// An answer, in the connection's buffer until the next request.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'c> {
    /// Status code.
    pub status: u16,
    head: &'c [u8],
    /// The body.
    pub body: &'c [u8],
}

/// What of a head matters for reading on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Framing {
    status: u16,
    head: usize,
    body: usize,
}

impl Connection {
    /// Connects to `host:port`.
    pub async fn open(address: &str) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(16 * 1024) })
    }

    /// Sends a whole request and reads the whole answer.
    pub async fn call(&mut self, request: &[u8]) -> Result<Answer<'_>> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let framing = loop {
            self.read().await?;
            if let Some(framing) = framing(&self.buffer)? {
                break framing;
            }
        };
        let end = framing.head + framing.body;
        while self.buffer.len() < end {
            self.read().await?;
        }
        if self.buffer.len() > end {
            return Err("an answer goes on after its announced length".into());
        }
        let (head, body) = self.buffer.split_at(framing.head);
        Ok(Answer { status: framing.status, head, body })
    }

    async fn read(&mut self) -> Result<()> {
        if self.stream.read_buf(&mut self.buffer).await? == 0 {
            return Err("the server closed the connection".into());
        }
        Ok(())
    }
}

impl<'c> Answer<'c> {
    /// The headers, names as they came.
    pub fn headers(self) -> Result<Vec<(&'c str, &'c str)>> {
        let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
        let mut response = httparse::Response::new(&mut headers);
        response.parse(self.head)?;
        response.headers.iter().map(|h| Ok((h.name, std::str::from_utf8(h.value)?))).collect()
    }

    /// The first header of a name.
    pub fn header(self, name: &str) -> Result<Option<&'c str>> {
        Ok(self.headers()?.into_iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value))
    }

    /// The body as text.
    pub fn text(self) -> Result<&'c str> {
        Ok(std::str::from_utf8(self.body)?)
    }
}

/// The framing of the answer in `buffer`, once its head is there.
fn framing(buffer: &[u8]) -> Result<Option<Framing>> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut response = httparse::Response::new(&mut headers);
    let httparse::Status::Complete(head) = response.parse(buffer)? else { return Ok(None) };
    let status = response.code.ok_or("an answer without a status")?;
    let length = response.headers.iter().find(|h| h.name.eq_ignore_ascii_case("content-length"));
    // Every answer that is measured has one; without it there is nothing to count on.
    let length = length.ok_or("an answer without Content-Length")?;
    let body = std::str::from_utf8(length.value)?.parse()?;
    Ok(Some(Framing { status, head, body }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::net::TcpListener;

    #[test]
    fn an_answer_says_how_long_it_is() {
        let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
        assert_eq!(framing(answer).unwrap(), Some(Framing { status: 200, head: answer.len() - 2, body: 2 }));
        assert_eq!(framing(&answer[..20]).unwrap(), None, "the head is not there yet");
        assert!(framing(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n").is_err());
        assert!(framing(b"nonsense\r\n\r\n").is_err());
    }

    #[tokio::test]
    async fn an_answer_may_come_in_pieces() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let server = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = [0; 8];
            for pieces in
                [&["HTTP/1.1 303 See Other\r\nLoca", "tion: /x\r\nContent-Length: 4\r\n\r\nab", "cd"][..], &[""]]
            {
                stream.read_exact(&mut request).await.unwrap();
                for piece in pieces {
                    stream.write_all(piece.as_bytes()).await.unwrap();
                    stream.flush().await.unwrap();
                    tokio::task::yield_now().await;
                }
            }
        });
        let mut connection = Connection::open(&address).await.unwrap();
        let answer = connection.call(b"request1").await.unwrap();
        assert_eq!((answer.status, answer.text().unwrap()), (303, "abcd"));
        assert_eq!(answer.header("location").unwrap(), Some("/x"));
        assert!(connection.call(b"request2").await.is_err(), "the server hung up");
        server.await.unwrap();
    }
}
