//! TLS to the servers of databases, in this process, so that the length of every message can be
//! checked before memory is reserved for it.

use crate::database_url::TlsMode;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, aws_lc_rs};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
};
use std::io;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

/// Bytes to and from a server, decrypted.
pub(crate) trait ServerStream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> ServerStream for S {}

/// Why no connection with the wanted protection was made.
#[derive(Debug)]
pub(crate) enum ConnectionError {
    /// The server does not support TLS.
    NoTls,
    /// TLS failed, with the reason.
    Tls(String),
    /// The server closed the connection, or it speaks another protocol.
    Closed,
}

/// Encrypts a connection to `host`. `authority`: certificates of a private authority that is
/// trusted besides the public ones, in PEM format.
pub(crate) async fn encrypt_connection(
    server: TcpStream,
    host: &str,
    mode: TlsMode,
    authority: Option<&str>,
) -> Result<Box<dyn ServerStream>, ConnectionError> {
    let failed = |error: Error| ConnectionError::Tls(error.to_string());
    let config = client_config(mode, authority).map_err(failed)?;
    let name = ServerName::try_from(host.to_owned())
        .map_err(|error| ConnectionError::Tls(error.to_string()))?;
    match TlsConnector::from(Arc::new(config))
        .connect(name, server)
        .await
    {
        Ok(encrypted) => Ok(Box::new(encrypted)),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            Err(ConnectionError::Tls(error.to_string()))
        }
        Err(_) => Err(ConnectionError::Closed),
    }
}

fn client_config(mode: TlsMode, authority: Option<&str>) -> Result<ClientConfig, Error> {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()?;
    let verifier: Arc<dyn ServerCertVerifier> = match mode {
        TlsMode::VerifyCa | TlsMode::VerifyFull => {
            let mut roots = webpki_roots::TLS_SERVER_ROOTS
                .iter()
                .cloned()
                .collect::<RootCertStore>();
            for certificate in
                CertificateDer::pem_slice_iter(authority.unwrap_or_default().as_bytes())
            {
                let certificate = certificate.map_err(|_| CertificateError::BadEncoding)?;
                roots.add(certificate)?;
            }
            let verifier = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider)
                .build()
                .map_err(|error| Error::General(error.to_string()))?;
            if mode == TlsMode::VerifyCa {
                Arc::new(AnyHostName(verifier))
            } else {
                verifier
            }
        }
        _ => Arc::new(AnyCertificate(provider)),
    };
    Ok(builder
        .dangerous()
        .with_custom_certificate_verifier(verifier)
        .with_no_client_auth())
}

/// Accepts a valid certificate for any host name, as `sslmode=verify-ca` wants.
#[derive(Debug)]
struct AnyHostName(Arc<WebPkiServerVerifier>);

impl ServerCertVerifier for AnyHostName {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let verified =
            self.0
                .verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now);
        match verified {
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.0.verify_tls12_signature(message, cert, dss)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.0.verify_tls13_signature(message, cert, dss)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_verify_schemes()
    }
}

/// Accepts any certificate, as `sslmode=require` wants, which encrypts without knowing the server. The signature is not verified either: it would only prove that the unknown
/// server has the key of its certificate, and a certificate of X.509 version 1 cannot be parsed.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _message: &[u8],
        _cert: &CertificateDer<'_>,
        _dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _message: &[u8],
        _cert: &CertificateDer<'_>,
        _dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
