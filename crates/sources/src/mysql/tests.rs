//! Hostile and unusual servers, tested with fake ones. The integration tests cover a real server.

use super::handshake::tests::build_greeting;
use super::packets::frame_packet;
use super::*;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What a fake server sends, packet by packet; it reads a packet before each but the first.
type Script = Vec<(u8, Vec<u8>)>;

const OK: &[u8] = &[0, 0, 0, 2, 0, 0, 0];

async fn read_packet(stream: &mut TcpStream) -> std::io::Result<Vec<u8>> {
    let length = stream.read_u24_le().await?;
    let _sequence = stream.read_u8().await?;
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    Ok(body)
}

trait ReadU24 {
    async fn read_u24_le(&mut self) -> std::io::Result<usize>;
}

impl ReadU24 for TcpStream {
    async fn read_u24_le(&mut self) -> std::io::Result<usize> {
        let mut bytes = [0; 3];
        self.read_exact(&mut bytes).await?;
        let [a, b, c] = bytes.map(usize::from);
        Ok(a | b << 8 | c << 16)
    }
}

/// Plays the script for one client, then sends `flood` without end, if it is not empty.
async fn serve(script: Script, flood: Vec<u8>) -> (u16, tokio::task::JoinHandle<Vec<Vec<u8>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let played = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut received = Vec::new();
        for (at, (sequence, body)) in script.into_iter().enumerate() {
            if at > 0 {
                match read_packet(&mut stream).await {
                    Ok(packet) => received.push(packet),
                    Err(_) => return received,
                }
            }
            if stream
                .write_all(&frame_packet(sequence, &body))
                .await
                .is_err()
            {
                return received;
            }
        }
        while !flood.is_empty() && stream.write_all(&flood).await.is_ok() {}
        // Until the client is gone.
        while let Ok(packet) = read_packet(&mut stream).await {
            received.push(packet);
        }
        received
    });
    (port, played)
}

async fn list_tables(port: u16) -> Result<Vec<TablePresence>, SourceError> {
    let url = format!("mysql://reader:hunter2@127.0.0.1:{port}/farm");
    let (address, password) = MysqlAddress::parse(&url, NetworkPolicy::WITH_PRIVATE).unwrap();
    let warehouse = MysqlWarehouse::new(address, password, NetworkPolicy::WITH_PRIVATE);
    warehouse.list_tables(&Layouts::default()).await
}

async fn connection_error(script: Script, flood: Vec<u8>) -> String {
    let (port, _) = serve(script, flood).await;
    let error = list_tables(port).await.unwrap_err().to_string();
    assert!(!error.contains("hunter2"), "{error}");
    error
}

fn error_packet(code: u16, message: &str) -> Vec<u8> {
    let mut packet = vec![0xff];
    packet.extend(code.to_le_bytes());
    packet.extend(b"#HY000");
    packet.extend(message.as_bytes());
    packet
}

fn greeting(plugin: &str) -> (u8, Vec<u8>) {
    (0, build_greeting(false, plugin))
}

#[tokio::test]
async fn errors_say_what_to_do() {
    let native = || greeting("mysql_native_password");
    for (script, words) in [
        (
            vec![(0, error_packet(1130, "Host is not allowed"))],
            "does not accept connections from this machine",
        ),
        (
            vec![native(), (2, error_packet(1045, "Access denied"))],
            "does not let reader in with this password",
        ),
        (
            vec![native(), (2, error_packet(1049, "Unknown database"))],
            "has no database farm",
        ),
        (
            vec![(0, b"HTTP/1.1 400 Bad Request".to_vec())],
            "does not speak the protocol of MySQL",
        ),
        (
            vec![native(), (2, b"\xfeclient_ed25519\0challenge".to_vec())],
            "signs reader in with client_ed25519, which Sprout does not support",
        ),
        (
            vec![native(), (2, vec![0xfe])],
            "signs reader in with mysql_old_password",
        ),
    ] {
        let error = connection_error(script, Vec::new()).await;
        assert!(error.contains(words), "{words}: {error}");
    }
}

#[tokio::test]
async fn password_is_sent_over_tls_only() {
    let (port, played) = serve(
        vec![greeting("caching_sha2_password"), (2, vec![1, 4])],
        Vec::new(),
    )
    .await;
    let error = list_tables(port).await.unwrap_err().to_string();
    assert!(error.contains("sends over TLS only"), "{error}");
    let received = played.await.unwrap().concat();
    assert!(
        !received
            .windows(7)
            .any(|bytes| bytes.eq_ignore_ascii_case(b"hunter2"))
    );
}

#[tokio::test]
async fn files_are_not_given_away() {
    let local_file = [&[0xfb][..], b"/etc/passwd"].concat();
    let script = vec![
        greeting("caching_sha2_password"),
        (2, vec![1, 3]),
        (3, OK.to_vec()),
    ];
    // The client reads the second packet of the login without sending one.
    let (port, played) = serve_login_then(script, local_file).await;
    let error = list_tables(port).await.unwrap_err().to_string();
    assert!(error.contains("does not speak the protocol"), "{error}");
    let received = played.await.unwrap().concat();
    assert!(!received.windows(5).any(|bytes| bytes == b"root:"));
}

/// Plays a login whose last two packets follow each other, two settings, and then `answer`.
async fn serve_login_then(
    login: Script,
    answer: Vec<u8>,
) -> (u16, tokio::task::JoinHandle<Vec<Vec<u8>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let played = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut received = Vec::new();
        for (at, (sequence, body)) in login.into_iter().enumerate() {
            if at == 1 {
                received.push(read_packet(&mut stream).await.unwrap());
            }
            let packet = frame_packet(sequence, &body);
            stream.write_all(&packet).await.unwrap();
        }
        for answer in [OK, OK, &answer] {
            received.push(read_packet(&mut stream).await.unwrap());
            stream.write_all(&frame_packet(1, answer)).await.unwrap();
        }
        while let Ok(packet) = read_packet(&mut stream).await {
            received.push(packet);
        }
        received
    });
    (port, played)
}

#[tokio::test]
async fn floods_are_cut_off() {
    let login = || vec![greeting("mysql_native_password"), (2, OK.to_vec())];
    // A packet of 16 MiB is announced.
    let long = connection_error(login(), vec![0xff, 0xff, 0xff, 1]).await;
    assert!(long.contains("sent a packet of 15 MiB"), "{long}");
}

#[test]
fn rows_have_as_many_cells_as_columns() {
    use super::client::parse_row;
    let row = [1, b'a', 0xfb];
    let mut cells = Vec::new();
    parse_row(&row, 2, |column, cell| {
        cells.push((column, cell.map(<[u8]>::to_vec)));
    })
    .unwrap();
    assert_eq!(cells, [(0, Some(b"a".to_vec())), (1, None)]);
    for columns in [0, 1, 3] {
        assert!(parse_row(&row, columns, |_, _| {}).is_err(), "{columns}");
    }
}
