//! A connection that signs in and runs statements. It reads one result after the other and supports
//! what a source needs: results as text, which are sent row by row.

use super::authentication::AuthPlugin;
use super::database_address::MysqlAddress;
use super::handshake::{AuthSwitch, Greeting, build_login, build_tls_request};
use super::packets::{
    Cell, MAX_PACKET_BYTES, PacketError, PacketFields, PacketReader, frame_packet,
};
use crate::database_tls::{ConnectionError, ServerStream, encrypt_connection};
use crate::database_url::TlsMode;
use bytes::BytesMut;
use std::io;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

/// Maximum time until the next packet of a short response.
const PACKET_TIMEOUT: Duration = Duration::from_secs(15);
/// Maximum size of everything but the rows of a table, such as the catalog.
const MAX_CONTROL_BYTES: usize = MAX_PACKET_BYTES;
/// Maximum number of packets of a login.
const MAX_LOGIN_PACKETS: usize = 8;

const OK: u8 = 0x00;
const MORE_DATA: u8 = 0x01;
const LOCAL_FILE: u8 = 0xfb;
const END: u8 = 0xfe;
const ERROR: u8 = 0xff;
/// A row may begin with the same byte as the end, but not in so few bytes.
const MAX_END_BYTES: usize = 8;

const COMMAND_QUERY: u8 = 0x03;
const COMMAND_PING: u8 = 0x0e;

/// The login of `caching_sha2_password` succeeded.
const FAST_LOGIN: &[u8] = &[MORE_DATA, 3];
/// It needs the password.
const FULL_LOGIN: &[u8] = &[MORE_DATA, 4];

/// Why a statement or the login failed.
#[derive(Debug)]
pub(super) enum ClientError {
    /// No connection with the wanted protection was made.
    Connection(ConnectionError),
    /// No packet, or an invalid one.
    Packet(PacketError),
    /// The server reported an error.
    Server { code: u16, message: String },
    /// The server wants a way to sign in that is not supported.
    UnsupportedLogin(String),
    /// The server wants the password itself, and the connection is not encrypted.
    PasswordNeedsTls,
    /// The server sent more than [`MAX_CONTROL_BYTES`] beside rows.
    ManyPackets,
}

impl From<PacketError> for ClientError {
    fn from(error: PacketError) -> Self {
        Self::Packet(error)
    }
}

impl From<io::Error> for ClientError {
    fn from(_: io::Error) -> Self {
        Self::Packet(PacketError::Closed)
    }
}

const MALFORMED: ClientError = ClientError::Packet(PacketError::Malformed);

/// A connection that has signed in.
pub(super) struct Client {
    server: Box<dyn ServerStream>,
    reader: PacketReader,
}

impl Client {
    /// Signs in on a new connection, with the protection that the address wants.
    pub(super) async fn sign_in(
        mut server: TcpStream,
        address: &MysqlAddress,
        password: &str,
    ) -> Result<Self, ClientError> {
        let mut reader = PacketReader::default();
        let packet = reader.read_packet(&mut server, PACKET_TIMEOUT).await?;
        if packet.first() == Some(&ERROR) {
            return Err(parse_error(&packet));
        }
        let greeting = Greeting::parse(&packet).ok_or(MALFORMED)?;
        let encrypts = match address.tls {
            TlsMode::Disable => false,
            TlsMode::Prefer => greeting.supports_tls,
            _ if !greeting.supports_tls => {
                return Err(ClientError::Connection(ConnectionError::NoTls));
            }
            _ => true,
        };
        let server = if encrypts {
            // What follows the greeting must be encrypted.
            if reader.has_unread_bytes() {
                return Err(MALFORMED);
            }
            let request = frame_packet(reader.take_sequence(), &build_tls_request());
            server.write_all(&request).await?;
            let authority = address.authority.as_deref();
            encrypt_connection(server, &address.host, address.tls, authority)
                .await
                .map_err(ClientError::Connection)?
        } else {
            Box::new(server)
        };
        let mut client = Self { server, reader };
        client
            .log_in(&greeting, encrypts, address, password)
            .await?;
        Ok(client)
    }

    async fn log_in(
        &mut self,
        greeting: &Greeting,
        is_encrypted: bool,
        address: &MysqlAddress,
        password: &str,
    ) -> Result<(), ClientError> {
        // For a way that is not supported, the server may offer another one.
        let mut plugin =
            AuthPlugin::from_name(&greeting.plugin).unwrap_or(AuthPlugin::NativePassword);
        let response = plugin.respond(password, &greeting.challenge);
        let login = build_login(
            is_encrypted,
            &address.user,
            &address.database,
            plugin,
            &response.unwrap_or_default(),
        );
        self.send_packet(&login).await?;
        for _ in 0..MAX_LOGIN_PACKETS {
            let packet = self.read_packet(PACKET_TIMEOUT).await?;
            match packet.first() {
                Some(&OK) => return Ok(()),
                Some(&ERROR) => return Err(parse_error(&packet)),
                Some(&END) => {
                    let switch = AuthSwitch::parse(&packet).ok_or_else(|| {
                        ClientError::UnsupportedLogin("mysql_old_password".to_owned())
                    })?;
                    plugin = AuthPlugin::from_name(&switch.plugin).ok_or_else(|| {
                        let name = String::from_utf8_lossy(&switch.plugin).into_owned();
                        ClientError::UnsupportedLogin(name)
                    })?;
                    match plugin.respond(password, &switch.challenge) {
                        Some(response) => self.send_packet(&response).await?,
                        None => self.send_password(is_encrypted, password).await?,
                    }
                }
                Some(_) if *packet == *FAST_LOGIN => {}
                Some(_) if *packet == *FULL_LOGIN && plugin == AuthPlugin::CachingSha2 => {
                    self.send_password(is_encrypted, password).await?;
                }
                _ => return Err(MALFORMED),
            }
        }
        Err(MALFORMED)
    }

    async fn send_password(
        &mut self,
        is_encrypted: bool,
        password: &str,
    ) -> Result<(), ClientError> {
        if !is_encrypted {
            return Err(ClientError::PasswordNeedsTls);
        }
        self.send_packet(&[password.as_bytes(), &[0]].concat())
            .await
    }

    /// Sends the answer to the last packet.
    async fn send_packet(&mut self, body: &[u8]) -> Result<(), ClientError> {
        let packet = frame_packet(self.reader.take_sequence(), body);
        self.server.write_all(&packet).await?;
        Ok(self.server.flush().await?)
    }

    async fn send_command(&mut self, command: u8, text: &str) -> Result<(), ClientError> {
        let packet = frame_packet(0, &[&[command], text.as_bytes()].concat());
        self.reader.start_command();
        self.server.write_all(&packet).await?;
        Ok(self.server.flush().await?)
    }

    async fn read_packet(&mut self, timeout: Duration) -> Result<BytesMut, ClientError> {
        Ok(self.reader.read_packet(&mut self.server, timeout).await?)
    }

    /// Asks the server to respond.
    pub(super) async fn ping(&mut self) -> Result<(), ClientError> {
        self.send_command(COMMAND_PING, "").await?;
        self.read_ok().await
    }

    /// Runs a statement without a result.
    pub(super) async fn execute(&mut self, sql: &str) -> Result<(), ClientError> {
        self.send_command(COMMAND_QUERY, sql).await?;
        self.read_ok().await
    }

    async fn read_ok(&mut self) -> Result<(), ClientError> {
        let packet = self.read_packet(PACKET_TIMEOUT).await?;
        match packet.first() {
            Some(&OK) => Ok(()),
            Some(&ERROR) => Err(parse_error(&packet)),
            _ => Err(MALFORMED),
        }
    }

    /// Starts a query, whose rows [`Self::next_row`] reads. Returns the number of its columns.
    /// `timeout`: until the first row is ready.
    pub(super) async fn start_query(
        &mut self,
        sql: &str,
        timeout: Duration,
    ) -> Result<usize, ClientError> {
        self.send_command(COMMAND_QUERY, sql).await?;
        let packet = self.read_packet(timeout).await?;
        let columns = match packet.first() {
            Some(&ERROR) => return Err(parse_error(&packet)),
            // Sprout gives no files away.
            None | Some(&(OK | LOCAL_FILE)) => return Err(MALFORMED),
            Some(_) => PacketFields::new(&packet).take_length().ok_or(MALFORMED)?,
        };
        // Their descriptions are not needed: statements name their columns.
        let mut bytes = 0;
        loop {
            let packet = self.read_packet(timeout).await?;
            match packet.first() {
                Some(&ERROR) => return Err(parse_error(&packet)),
                Some(&END) if packet.len() <= MAX_END_BYTES => return Ok(columns),
                _ => bytes += packet.len().max(1),
            }
            if bytes > MAX_CONTROL_BYTES {
                return Err(ClientError::ManyPackets);
            }
        }
    }

    /// The next row of the query; `None` after the last one.
    pub(super) async fn next_row(
        &mut self,
        timeout: Duration,
    ) -> Result<Option<BytesMut>, ClientError> {
        let packet = self.read_packet(timeout).await?;
        match packet.first() {
            Some(&ERROR) => Err(parse_error(&packet)),
            Some(&END) if packet.len() <= MAX_END_BYTES => Ok(None),
            _ => Ok(Some(packet)),
        }
    }

    /// All rows of a short result, null as empty text.
    pub(super) async fn fetch_texts(&mut self, sql: &str) -> Result<Vec<Vec<String>>, ClientError> {
        let columns = self.start_query(sql, PACKET_TIMEOUT).await?;
        let (mut rows, mut bytes) = (Vec::new(), 0);
        while let Some(row) = self.next_row(PACKET_TIMEOUT).await? {
            bytes += row.len().max(1);
            if bytes > MAX_CONTROL_BYTES {
                return Err(ClientError::ManyPackets);
            }
            let mut texts = Vec::new();
            parse_row(&row, columns, |_, cell| {
                let text = String::from_utf8_lossy(cell.unwrap_or_default());
                texts.push(text.into_owned());
            })?;
            rows.push(texts);
        }
        Ok(rows)
    }
}

/// Passes the cells of a row on, with their positions.
pub(super) fn parse_row<'a>(
    row: &'a [u8],
    columns: usize,
    mut add: impl FnMut(usize, Cell<'a>),
) -> Result<(), ClientError> {
    let mut fields = PacketFields::new(row);
    for column in 0..columns {
        add(column, fields.take_cell().ok_or(MALFORMED)?);
    }
    if fields.is_empty() {
        Ok(())
    } else {
        Err(MALFORMED)
    }
}

/// An error packet: its code, and after `#` and five letters of the SQL state its message.
fn parse_error(packet: &[u8]) -> ClientError {
    let mut fields = PacketFields::new(packet);
    let _kind = fields.take_byte();
    let code = fields.take_number(2).unwrap_or_default();
    let rest = fields.take_rest();
    let message = match rest.strip_prefix(b"#") {
        Some(rest) => rest.get(5..).unwrap_or_default(),
        None => rest,
    };
    ClientError::Server {
        code: u16::try_from(code).unwrap_or_default(),
        message: String::from_utf8_lossy(message).into_owned(),
    }
}
