//! Just enough of Rust's tokens to find calls with literal arguments: words, texts and single marks, without comments,
//! numbers and characters.

use std::fmt;
use std::iter::Peekable;
use std::str::Chars;

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A name or a keyword.
    Word(String),
    /// A string literal, with its escapes resolved as far as keys have any.
    Text(String),
    /// Any other character.
    Mark(char),
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Mark(mark) => write!(f, "{mark}"),
        }
    }
}

struct Reader<'a> {
    chars: Peekable<Chars<'a>>,
    line: usize,
}

/// The tokens of a source, each with the number of its line.
pub fn tokens(source: &str) -> Vec<(Token, usize)> {
    let mut reader = Reader { chars: source.chars().peekable(), line: 1 };
    let mut found = Vec::new();
    while let Some(first) = reader.next() {
        let line = reader.line;
        match first {
            '/' if reader.peek() == Some('/') => reader.skip_line(),
            '/' if reader.peek() == Some('*') => reader.skip_block(),
            '"' => found.push((Token::Text(reader.text()), line)),
            '\'' => reader.skip_character(),
            first if first.is_whitespace() => {}
            first if first.is_alphanumeric() || first == '_' => {
                let word = reader.word(first);
                match (word.as_str(), reader.peek()) {
                    ("r" | "br", Some('"' | '#')) => found.extend(reader.raw().map(|text| (Token::Text(text), line))),
                    ("b" | "c", Some('"' | '\'')) => {}
                    _ => found.push((Token::Word(word), line)),
                }
            }
            mark => found.push((Token::Mark(mark), line)),
        }
    }
    found
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let next = self.chars.next();
        if next == Some('\n') {
            self.line += 1;
        }
        next
    }

    fn peek(&mut self) -> Option<char> {
        self.chars.peek().copied()
    }

    fn skip_line(&mut self) {
        while self.next().is_some_and(|c| c != '\n') {}
    }

    /// A block comment, with others in it. The slash is read.
    fn skip_block(&mut self) {
        let (mut depth, mut before) = (0_u32, '/');
        while let Some(c) = self.next() {
            match (before, c) {
                ('/', '*') => depth += 1,
                ('*', '/') => depth -= 1,
                _ => {
                    before = c;
                    continue;
                }
            }
            // `*/*` closes one and opens none.
            before = ' ';
            if depth == 0 {
                return;
            }
        }
    }

    fn word(&mut self, first: char) -> String {
        let mut word = String::from(first);
        while let Some(c) = self.peek().filter(|c| c.is_alphanumeric() || *c == '_') {
            word.push(c);
            self.next();
        }
        word
    }

    fn text(&mut self) -> String {
        let mut text = String::new();
        while let Some(c) = self.next() {
            match c {
                '"' => break,
                '\\' => text.extend(self.next()),
                c => text.push(c),
            }
        }
        text
    }

    /// A raw string: hashes, text, as many hashes. A raw name (`r#type`) is none.
    fn raw(&mut self) -> Option<String> {
        let mut hashes = 0;
        while self.peek() == Some('#') {
            self.next();
            hashes += 1;
        }
        if self.peek() != Some('"') {
            return None;
        }
        self.next();
        let end = format!("\"{}", "#".repeat(hashes));
        let mut text = String::new();
        while let Some(c) = self.next() {
            text.push(c);
            if text.ends_with(&end) {
                text.truncate(text.len() - end.len());
                break;
            }
        }
        Some(text)
    }

    /// A character, or the mark of a lifetime, which is followed by a name and no other mark.
    fn skip_character(&mut self) {
        match self.next() {
            Some('\\') => {
                self.next();
                while self.next().is_some_and(|c| c != '\'') {}
            }
            Some(_) if self.peek() == Some('\'') => {
                self.next();
            }
            _ => {}
        }
    }
}
