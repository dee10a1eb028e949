//! Error messages for servers that refuse connections, tested with fake servers. The integration
//! tests cover real servers.

use super::*;
use rustls::ServerConfig;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

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
    /// Answers the login with these bytes and then with zeros, without end.
    Floods(&'static [u8]),
    /// The same over TLS, with a certificate of X.509 version 1.
    FloodsOverTls(&'static [u8]),
}

async fn read_message(stream: &mut (impl AsyncRead + Unpin)) -> std::io::Result<Vec<u8>> {
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

/// Sends zeros until the client is gone.
async fn flood(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    start: &[u8],
) -> std::io::Result<()> {
    read_message(&mut stream).await?;
    stream.write_all(start).await?;
    loop {
        stream.write_all(&[0; 16 * 1024]).await?;
    }
}

fn tls_acceptor() -> TlsAcceptor {
    let certificate = include_bytes!("../../../../api/tests/data/tls/version1.pem");
    let key = include_bytes!("../../../../api/tests/data/tls/server.key");
    // Not checked against its key, because rustls cannot parse this version.
    let certified = CertifiedKey::new(
        vec![CertificateDer::from_pem_slice(certificate).unwrap()],
        aws_lc_rs::sign::any_supported_type(&PrivateKeyDer::from_pem_slice(key).unwrap()).unwrap(),
    );
    let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(SingleCertAndKey::from(certified)));
    Arc::new(config).into()
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
        ServerBehavior::Floods(start) => {
            read_message(&mut stream).await?;
            stream.write_all(b"N").await?;
            flood(stream, start).await
        }
        ServerBehavior::FloodsOverTls(start) => {
            read_message(&mut stream).await?;
            stream.write_all(b"S").await?;
            flood(tls_acceptor().accept(stream).await?, start).await
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

async fn list_tables_error(url: &str, network: NetworkPolicy) -> SourceError {
    let (address, password) =
        PostgresAddress::parse(url, None, NetworkPolicy::WITH_PRIVATE).unwrap();
    let error = PostgresWarehouse::new(address, password, network, Entropy::system())
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

#[tokio::test]
async fn a_server_that_announces_or_sends_too_much_is_refused() {
    const LONG: &[u8] = b"R\x7f\xff\xff\xff";
    const SHORT: &[u8] = b"R\0\0\0\0";
    for (manner, sslmode, words) in [
        (
            ServerBehavior::Floods(LONG),
            "prefer",
            "a message of 2047 MiB. At most 8 MiB",
        ),
        (
            ServerBehavior::FloodsOverTls(LONG),
            "prefer",
            "a message of 2047 MiB",
        ),
        (
            ServerBehavior::FloodsOverTls(LONG),
            "require",
            "a message of 2047 MiB",
        ),
        (
            ServerBehavior::Floods(SHORT),
            "prefer",
            "an impossible length",
        ),
        (
            ServerBehavior::FloodsOverTls(SHORT),
            "require",
            "an impossible length",
        ),
    ] {
        let error = connection_error(manner, sslmode).await;
        assert!(error.to_string().contains(words), "{sslmode}: {error}");
    }
}

#[tokio::test]
async fn a_certificate_of_an_unknown_authority_is_refused_when_it_is_verified() {
    for sslmode in ["verify-ca", "verify-full"] {
        let error = connection_error(ServerBehavior::FloodsOverTls(b""), sslmode).await;
        assert!(
            error
                .to_string()
                .contains("TLS connection to 127.0.0.1 failed"),
            "{sslmode}: {error}"
        );
    }
}
