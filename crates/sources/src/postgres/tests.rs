//! Error messages for servers that refuse connections, tested with fake servers. The integration
//! tests cover real servers.

use super::*;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// The behavior of a fake server after a connection is accepted.
#[derive(Clone, Copy)]
enum ServerBehavior {
    /// Has no TLS and refuses with this SQLSTATE and message.
    Refuses(&'static str, &'static str),
    /// Announces TLS but does not support it.
    FalseTls,
    /// Closes the connection.
    HangsUp,
    /// Responds with HTTP.
    Http,
}

async fn read_message(stream: &mut TcpStream) -> std::io::Result<Vec<u8>> {
    let length = stream.read_i32().await?;
    let mut rest = vec![
        0;
        usize::try_from(length)
            .unwrap_or_default()
            .saturating_sub(4)
    ];
    stream.read_exact(&mut rest).await?;
    Ok(rest)
}

async fn serve_connection(mut stream: TcpStream, manner: ServerBehavior) -> std::io::Result<()> {
    match manner {
        ServerBehavior::HangsUp => Ok(()),
        ServerBehavior::Http => stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await,
        ServerBehavior::FalseTls => {
            read_message(&mut stream).await?;
            stream.write_all(b"Sthis is no TLS record").await?;
            stream.read_u8().await.map(|_| ())
        }
        ServerBehavior::Refuses(code, words) => {
            read_message(&mut stream).await?;
            stream.write_all(b"N").await?;
            read_message(&mut stream).await?;
            let fields = format!("SFATAL\0VFATAL\0C{code}\0M{words}\0\0");
            stream.write_all(b"E").await?;
            stream
                .write_i32(i32::try_from(fields.len() + 4).unwrap_or_default())
                .await?;
            stream.write_all(fields.as_bytes()).await?;
            stream.shutdown().await
        }
    }
}

/// The error of connecting to a server with this behavior.
async fn connection_error(manner: ServerBehavior, sslmode: &str) -> SourceError {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve_connection(stream, manner));
        }
    });
    list_tables_error(
        &format!("postgres://reader:hunter2@127.0.0.1:{port}/farm?sslmode={sslmode}"),
        NetworkPolicy::WITH_PRIVATE,
    )
    .await
}

async fn list_tables_error(url: &str, reach: NetworkPolicy) -> SourceError {
    let (address, password) =
        PostgresAddress::parse(url, None, NetworkPolicy::WITH_PRIVATE).unwrap();
    let error = PostgresWarehouse::new(address, password, reach, Entropy::system())
        .list_tables(&Layouts::default())
        .await
        .unwrap_err();
    assert!(!error.to_string().contains("hunter2"), "{error}");
    error
}

#[tokio::test]
async fn refusals_say_what_to_check() {
    for (code, words) in [
        ("28P01", "does not accept the password of reader"),
        ("28000", "does not let reader connect from here"),
        ("3D000", "has no database farm"),
        ("53300", "no free connections"),
        ("57P03", "starting or stopping"),
        ("XX000", "returned an error (as it pleases, SQLSTATE XX000)"),
    ] {
        let error =
            connection_error(ServerBehavior::Refuses(code, "as it pleases"), "prefer").await;
        assert!(error.to_string().contains(words), "{code}: {error}");
        let may_help_later = matches!(error, SourceError::Unreachable(_));
        assert_eq!(may_help_later, code.starts_with('5'), "{code}");
    }
}

#[tokio::test]
async fn a_way_that_is_not_protected_as_asked_is_not_taken() {
    let error = connection_error(ServerBehavior::Refuses("28P01", "never asked"), "require").await;
    assert!(
        error
            .to_string()
            .contains("does not support TLS, which sslmode=require requires"),
        "{error}"
    );
    for sslmode in ["require", "verify-full", "prefer"] {
        let error = connection_error(ServerBehavior::FalseTls, sslmode).await;
        assert!(
            error
                .to_string()
                .contains("TLS connection to 127.0.0.1 failed"),
            "{sslmode}: {error}"
        );
    }
}

#[tokio::test]
async fn what_is_no_postgres_server_breaks_off() {
    for manner in [ServerBehavior::HangsUp, ServerBehavior::Http] {
        assert!(
            connection_error(manner, "prefer")
                .await
                .to_string()
                .contains("closed the connection")
        );
    }
}

#[tokio::test]
async fn nobody_there_and_nobody_to_be_called() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let url = format!(
        "postgres://reader:hunter2@127.0.0.1:{}/farm",
        listener.local_addr().unwrap().port()
    );
    assert_eq!(
        list_tables_error(&url, NetworkPolicy::PUBLIC_ONLY).await,
        SourceError::Unusable(
            "The server 127.0.0.1 has an address in a private network, which \
            this installation does not call."
                .to_owned()
        )
    );
    drop(listener);
    assert!(
        list_tables_error(&url, NetworkPolicy::WITH_PRIVATE)
            .await
            .to_string()
            .contains("refuses connections on port")
    );
}
