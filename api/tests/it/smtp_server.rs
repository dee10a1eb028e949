//! An SMTP server on localhost: it stores the emails it receives, and refuses some on demand.

use std::collections::VecDeque;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// A received email.
#[derive(Clone, Debug)]
pub(crate) struct ReceivedEmail {
    pub(crate) to: String,
    pub(crate) text: String,
}

#[derive(Clone, Default)]
struct Mailbox {
    emails: Arc<Mutex<Vec<ReceivedEmail>>>,
    /// Replies to the next emails, which refuse them.
    refusals: Arc<Mutex<VecDeque<&'static str>>>,
    /// Every received command.
    commands: Arc<Mutex<Vec<String>>>,
}

pub(crate) struct SmtpServer {
    address: SocketAddr,
    mailbox: Mailbox,
}

impl SmtpServer {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let office = Mailbox::default();
        let desk = office.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(desk.clone().serve_connection(stream));
            }
        });
        Self {
            address,
            mailbox: office,
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("smtp://{}?tls=none", self.address)
    }

    pub(crate) fn port(&self) -> u16 {
        self.address.port()
    }

    /// Refuses the next emails with these replies, one each.
    pub(crate) fn refuse_next(&self, answers: impl IntoIterator<Item = &'static str>) {
        self.mailbox.refusals.lock().unwrap().extend(answers);
    }

    pub(crate) fn received_commands(&self) -> Vec<String> {
        self.mailbox.commands.lock().unwrap().clone()
    }

    pub(crate) fn received_emails(&self) -> Vec<ReceivedEmail> {
        self.mailbox.emails.lock().unwrap().clone()
    }
}

impl Mailbox {
    async fn serve_connection(self, stream: TcpStream) -> io::Result<()> {
        let (read, mut write) = stream.into_split();
        let mut lines = BufReader::new(read).lines();
        write.write_all(b"220 mail.test ESMTP\r\n").await?;
        let mut to = String::new();
        while let Some(line) = lines.next_line().await? {
            self.commands.lock().unwrap().push(line.clone());
            let answer = match line.get(..4).unwrap_or(&line).to_ascii_uppercase().as_str() {
                "EHLO" => "250-mail.test\r\n250 8BITMIME".to_owned(),
                "RCPT" => {
                    to = line
                        .trim_start_matches("RCPT TO:<")
                        .split('>')
                        .next()
                        .unwrap_or_default()
                        .to_owned();
                    "250 ok".to_owned()
                }
                "DATA" => {
                    write.write_all(b"354 go on\r\n").await?;
                    let mut text = String::new();
                    while let Some(line) = lines.next_line().await?.filter(|line| line != ".") {
                        text += &format!("{line}\n");
                    }
                    let refusal = self.refusals.lock().unwrap().pop_front();
                    if refusal.is_none() {
                        self.emails.lock().unwrap().push(ReceivedEmail {
                            to: to.clone(),
                            text,
                        });
                    }
                    refusal.unwrap_or("250 taken").to_owned()
                }
                "QUIT" => "221 bye".to_owned(),
                _ => "250 ok".to_owned(),
            };
            write.write_all(format!("{answer}\r\n").as_bytes()).await?;
        }
        Ok(())
    }
}
