//! Validates the certificate of a private certificate authority before it is stored, and rejects
//! private keys.

use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

/// Maximum size of the PEM text in bytes.
const MAX_PEM_BYTES: usize = 16 * 1024;
/// Maximum number of certificates.
const MAX_CERTIFICATES: usize = 10;

/// Returns the trimmed PEM text, or why it is invalid.
pub(crate) fn validate_certificates(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.len() > MAX_PEM_BYTES {
        return Err(format!(
            "The CA certificate is longer than {} KiB. Enter only the certificate of the \
                authority.",
            MAX_PEM_BYTES / 1024
        ));
    }
    if text.contains("PRIVATE KEY") {
        return Err(
            "The CA certificate contains a private key. Enter only the certificate, and keep the \
                key secret."
                .to_owned(),
        );
    }
    let mut store = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(text.as_bytes()) {
        let broken = || {
            "The CA certificate is damaged. Paste its PEM text again, from -----BEGIN \
                CERTIFICATE----- to -----END CERTIFICATE-----."
                .to_owned()
        };
        store
            .add(certificate.map_err(|_| broken())?)
            .map_err(|_| broken())?;
    }
    match store.len() {
        0 => Err(
            "The CA certificate cannot be read. Paste its PEM text, which begins with -----BEGIN \
                CERTIFICATE-----."
                .to_owned(),
        ),
        1..=MAX_CERTIFICATES => Ok(text.to_owned()),
        _ => Err(format!(
            "The CA certificate contains more than {MAX_CERTIFICATES} certificates. Enter only \
                that of the authority."
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AUTHORITY: &str = include_str!("../../../api/tests/data/tls/authority.pem");

    #[test]
    fn certificates_are_kept_as_they_were_given() {
        assert_eq!(
            validate_certificates(&format!("\n {AUTHORITY} ")).as_deref(),
            Ok(AUTHORITY.trim())
        );
        assert!(validate_certificates(&AUTHORITY.repeat(10)).is_ok());
    }

    #[test]
    fn what_is_wrong_is_said_in_words() {
        let validation_error = |text: &str| validate_certificates(text).unwrap_err();
        assert!(validation_error("nonsense").contains("cannot be read"));
        assert!(validation_error(&AUTHORITY.replace("MII", "MIX")).contains("is damaged"));
        assert!(
            validation_error(AUTHORITY.split("-----END").next().unwrap())
                .contains("The CA certificate")
        );
        assert!(validation_error(&AUTHORITY.repeat(11)).contains("more than 10"));
        assert!(validation_error(&" x".repeat(9 * 1024)).contains("longer than 16 KiB"));
        let key = validation_error(&format!(
            "{AUTHORITY}-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----"
        ));
        assert!(key.contains("keep the key secret") && !key.contains("hunter2"));
    }
}
