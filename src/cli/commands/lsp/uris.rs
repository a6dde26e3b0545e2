//! Converts between URIs and paths.
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;

use crate::cli::output::quoting::percent_encoded;

/// Returns the path of a file on this machine; `None` for any other URI, such as the URI of a buffer that was never
/// saved.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    let is_file = uri.scheme()?.as_str() == "file";
    let host = uri.authority().map_or("", |authority| authority.as_str());
    let is_here = matches!(host, "" | "localhost");
    let bytes = unescaped(uri.path().as_str());
    (is_file && is_here).then(|| PathBuf::from(OsString::from_vec(bytes)))
}

/// Returns the URI of the file at an absolute path.
pub fn uri_of(path: &Path) -> Option<Uri> {
    let path = percent_encoded(path.as_os_str().as_bytes());
    Uri::from_str(&format!("file://{path}")).ok()
}

/// Decodes percent-encoded bytes such as `%20`.
fn unescaped(path: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, behind @ ..] = rest {
        let escaped = behind.get(..2).filter(|_| *first == b'%');
        let escaped = escaped.and_then(|digits| std::str::from_utf8(digits).ok());
        match escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            None => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_named_and_found_again() {
        for path in ["/a/b.dng", "/with blank/100%/ä.dng", "/%41"] {
            let uri = uri_of(Path::new(path)).expect("a name");
            assert_eq!(path_of(&uri).as_deref(), Some(Path::new(path)));
        }
        let uri = |text: &str| Uri::from_str(text).expect("a URI");
        assert_eq!(path_of(&uri("untitled:Untitled-1")), None);
        assert_eq!(path_of(&uri("file://elsewhere/a.dng")), None);
        assert_eq!(path_of(&uri("file://localhost/a")), Some("/a".into()));
    }
}
