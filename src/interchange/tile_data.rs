//! The decoder for the cells of a tile layer in Tiled's encodings: comma-separated numbers, or base64 with optional
//! compression by zlib, gzip or zstd. Decompression stops at the expected size.
use super::fault::FaultText;
use std::io::Read;

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use flate2::read::{GzDecoder, ZlibDecoder};
use ruzstd::decoding::StreamingDecoder;

/// The bits of a tile number that flip or rotate the tile.
pub const FLIPS: u32 = 0xf000_0000;

/// Returns the `expected` cells of a layer: the global id of each tile, 0 for an empty cell.
///
/// # Errors
/// Returns a message about the expected and the found data.
pub fn cells(
    encoding: Option<&str>,
    compression: Option<&str>,
    text: &str,
    expected: usize,
) -> Result<Vec<u32>, FaultText> {
    let found = match (encoding, compression.filter(|name| !name.is_empty())) {
        (Some("csv"), None) => {
            let mut found = Vec::new();
            for number in text.split(',').take(expected.saturating_add(1)) {
                let number = number.trim();
                let gid = number.parse::<u32>();
                let gid = gid.map_err(|_| {
                    let found = dungeon_format::characters::quoted_or_nothing(number);
                    format!("expected tile numbers separated by commas, found {found}")
                })?;
                found.push(gid);
            }
            found
        }
        (Some("base64"), compression) => {
            // Tiled does without the line ends and the padding of base64.
            let padding = DecodePaddingMode::Indifferent;
            let config = GeneralPurposeConfig::new().with_decode_padding_mode(padding);
            let letters: String = text.split_whitespace().collect();
            let packed = GeneralPurpose::new(&STANDARD, config).decode(letters);
            let packed = packed.map_err(|why| format!("expected base64: {why}"))?;
            let most = (expected as u64).saturating_mul(4).saturating_add(4);
            let mut bytes = Vec::new();
            let unpacked = match compression {
                None => packed.as_slice().take(most).read_to_end(&mut bytes),
                Some("zlib") => ZlibDecoder::new(packed.as_slice())
                    .take(most)
                    .read_to_end(&mut bytes),
                Some("gzip") => GzDecoder::new(packed.as_slice())
                    .take(most)
                    .read_to_end(&mut bytes),
                Some("zstd") => match StreamingDecoder::new(packed.as_slice()) {
                    Ok(decoder) => decoder.take(most).read_to_end(&mut bytes),
                    Err(_) => return Err("expected cells packed by zstd, found others".to_owned()),
                },
                Some(other) => return Err(unknown_format(other)),
            };
            unpacked.map_err(|why| format!("cannot decompress the cells: {why}"))?;
            let numbers = bytes.chunks_exact(4);
            numbers
                .map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
                .collect()
        }
        (Some(other), _) => return Err(unknown_format(other)),
        (None, _) => return Err(unknown_format("XML")),
    };
    match found.len() == expected {
        true => Ok(found.into_iter().map(|gid| gid & !FLIPS).collect()),
        false if found.len() > expected => Err(format!("expected {expected} cells, found more")),
        false => Err(format!("expected {expected} cells, found {}", found.len())),
    }
}

fn unknown_format(found: &str) -> String {
    let found = dungeon_format::characters::quoted(found);
    format!(
        "expected a layer in CSV, base64, zlib, gzip or zstd, found {found}: choose another tile layer format in Tiled's map properties"
    )
}
