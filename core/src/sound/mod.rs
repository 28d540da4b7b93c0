//! Sounds: how long one is, and its samples as a WAV that every player takes.

use crate::error::{Error, ErrorKind, Result};
use crate::pack::Content;
use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};
use symphonia::core::audio::Channels;
use symphonia::core::codecs::audio::AudioDecoderOptions;
use symphonia::core::errors::Error as SoundError;
use symphonia::core::formats::probe::Hint;
use symphonia::core::formats::{FormatOptions, FormatReader, TrackType};
use symphonia::core::io::MediaSourceStream;
use symphonia::core::meta::MetadataOptions;

/// The largest file that is opened as a sound, in bytes.
pub const MAX_FILE: usize = 100 << 20;
/// As much of a sound is played, in seconds.
pub const MAX_SECONDS: u32 = 600;

/// What is known of a sound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Facts {
    /// What it is, whatever its name says.
    pub content: Content,
    /// How long it is.
    pub seconds: f64,
    /// 1 for mono, 2 for stereo.
    pub channels: usize,
    /// Samples a second.
    pub rate: u32,
}

impl Facts {
    /// Reads a WAV, MP3, Ogg or FLAC. `name` is its file name, for the words of an error.
    ///
    /// # Errors
    /// [`ErrorKind::Format`] where it is no such sound or is broken, [`ErrorKind::Refused`] where it is too large.
    pub fn of(name: &str, bytes: &[u8]) -> Result<Self> {
        let content = checked(name, bytes)?;
        guarded(|| read_facts(bytes, content)).ok_or_else(|| broken(name, content))
    }
}

/// The samples of a sound as a WAV of 16 bits, at most [`MAX_SECONDS`] of them.
///
/// # Errors
/// As [`Facts::of`], and where its codec is one that is not read.
pub fn wav(name: &str, bytes: &[u8]) -> Result<Vec<u8>> {
    let content = checked(name, bytes)?;
    guarded(|| decode(bytes)).ok_or_else(|| broken(name, content))
}

/// Minutes and seconds as a player shows them: `0:04`, `12:30`. A sound of less than ten seconds has a tenth: `0:00.4`.
pub fn clock(seconds: f64) -> String {
    let seconds = seconds.max(0.0);
    if seconds < 9.95 {
        return format!("0:{:04.1}", (seconds * 10.0).round() / 10.0);
    }
    let whole = seconds.round() as u64;
    format!("{}:{:02}", whole / 60, whole % 60)
}

fn checked(name: &str, bytes: &[u8]) -> Result<Content> {
    if bytes.len() > MAX_FILE {
        let what = format!("“{name}” has {} MB; at most 100 MB can be opened as a sound", bytes.len() >> 20);
        return Err(Error::new(ErrorKind::Refused, what).hint("Make it shorter, or save it as Ogg or MP3."));
    }
    match Content::of(bytes) {
        Some(content @ (Content::Wav | Content::Mp3 | Content::Ogg | Content::Flac)) => Ok(content),
        Some(other) => Err(no_sound(format!("“{name}” is {}, which can’t be played here", other.noun()))),
        None => Err(no_sound(format!("“{name}” is no WAV, MP3, Ogg or FLAC sound"))),
    }
}

fn no_sound(what: String) -> Error {
    Error::new(ErrorKind::Format, what).hint("Save it as WAV, MP3, Ogg or FLAC first.")
}

fn broken(name: &str, content: Content) -> Error {
    let what = format!("“{name}” is {} that is broken, or packed in a way that is not read here", content.noun());
    Error::new(ErrorKind::Format, what).hint("Save it again in the program that it comes from.")
}

/// A reader's panic is its own fault, and must not take the program along.
fn guarded<T>(read: impl FnOnce() -> Option<T>) -> Option<T> {
    catch_unwind(AssertUnwindSafe(read)).ok().flatten()
}

fn opened(bytes: &[u8]) -> Option<Box<dyn FormatReader + 'static>> {
    let source = MediaSourceStream::new(Box::new(Cursor::new(bytes.to_vec())), Default::default());
    let (format, meta) = (FormatOptions::default(), MetadataOptions::default());
    symphonia::default::get_probe().probe(&Hint::new(), source, format, meta).ok()
}

fn read_facts(bytes: &[u8], content: Content) -> Option<Facts> {
    let mut format = opened(bytes)?;
    let track = format.default_track(TrackType::Audio)?;
    let (id, base, duration) = (track.id, track.time_base?, track.duration);
    let params = track.codec_params.as_ref()?.audio()?;
    let rate = params.sample_rate?;
    let channels = params.channels.as_ref().map_or(1, Channels::count);
    let ticks = match duration {
        Some(duration) => duration.get(),
        // No head says how long it is: the packets do.
        None => {
            let mut ticks = 0_u64;
            while let Ok(Some(packet)) = format.next_packet() {
                if packet.track_id == id {
                    ticks = ticks.saturating_add(packet.dur.get());
                }
            }
            ticks
        }
    };
    let seconds = base.calc_duration(symphonia::core::units::Duration::new(ticks))?.as_secs_f64();
    (seconds.is_finite() && rate > 0).then_some(Facts { content, seconds, channels, rate })
}

fn decode(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut format = opened(bytes)?;
    let track = format.default_track(TrackType::Audio)?;
    let id = track.id;
    let params = track.codec_params.as_ref()?.audio()?.clone();
    let mut decoder = symphonia::default::get_codecs().make_audio_decoder(&params, &AudioDecoderOptions::default()).ok()?;
    let (mut rate, mut channels) = (params.sample_rate.unwrap_or(0), 0);
    let mut samples: Vec<i16> = Vec::new();
    let mut piece: Vec<i16> = Vec::new();
    while let Ok(Some(packet)) = format.next_packet() {
        if packet.track_id != id {
            continue;
        }
        match decoder.decode(&packet) {
            Ok(sound) => {
                (rate, channels) = (sound.spec().rate(), sound.spec().channels().count());
                sound.copy_to_vec_interleaved(&mut piece);
                samples.extend_from_slice(&piece);
            }
            // A faulty packet is a gap.
            Err(SoundError::DecodeError(_)) => {}
            Err(_) => break,
        }
        if samples.len() > rate as usize * channels.max(1) * MAX_SECONDS as usize {
            samples.truncate(rate as usize * channels * MAX_SECONDS as usize);
            break;
        }
    }
    (!samples.is_empty() && rate > 0 && channels > 0).then(|| wav_of(&samples, channels as u16, rate))
}

/// A WAV of 16-bit samples, channels interleaved.
pub fn wav_of(samples: &[i16], channels: u16, rate: u32) -> Vec<u8> {
    let data = (samples.len() * 2) as u32;
    let frame = channels * 2;
    let mut file = Vec::with_capacity(44 + samples.len() * 2);
    file.extend(b"RIFF");
    file.extend((36 + data).to_le_bytes());
    file.extend(b"WAVEfmt \x10\0\0\0\x01\0");
    file.extend(channels.to_le_bytes());
    file.extend(rate.to_le_bytes());
    file.extend((rate * u32::from(frame)).to_le_bytes());
    file.extend(frame.to_le_bytes());
    file.extend(16_u16.to_le_bytes());
    file.extend(b"data");
    file.extend(data.to_le_bytes());
    file.extend(samples.iter().flat_map(|sample| sample.to_le_bytes()));
    file
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tone(frames: usize, channels: u16, rate: u32) -> Vec<u8> {
        let samples: Vec<i16> = (0..frames * usize::from(channels)).map(|at| ((at * 400) % 20_000) as i16 - 10_000).collect();
        wav_of(&samples, channels, rate)
    }

    /// Frames of silence: MPEG-1 layer III, 128 kbit/s, 44,100 a second, stereo; 1,152 samples each.
    fn silent_mp3(frames: usize) -> Vec<u8> {
        let mut frame = vec![0_u8; 417];
        frame[..4].copy_from_slice(&[0xff, 0xfb, 0x90, 0x00]);
        frame.repeat(frames)
    }

    /// A FLAC of one frame of silence, 4,096 samples of one channel.
    fn silent_flac() -> Vec<u8> {
        let mut file = b"fLaC\x80\0\0\x22\x10\x00\x10\x00\0\0\0\0\0\0".to_vec();
        // 44,100 a second (20 bits), 1 channel (3), 16 bits (5), 4,096 samples (36).
        let packed = 44_100_u64 << 44 | 15 << 36 | 4096;
        file.extend(packed.to_be_bytes());
        file.extend([0; 16]);
        // A frame of a fixed block size of 4,096, 44,100 a second, mono, 16 bits, number 0.
        let mut frame = vec![0xff, 0xf8, 0xc9, 0x08, 0x00];
        frame.push(crc(&frame, 0x07, 8) as u8);
        // One constant subframe: type 0, the value 0.
        frame.extend([0x00, 0x00, 0x00]);
        frame.extend((crc(&frame, 0x8005, 16) as u16).to_be_bytes());
        file.extend(frame);
        file
    }

    fn crc(bytes: &[u8], polynomial: u32, bits: u32) -> u32 {
        let top = 1 << (bits - 1);
        let mut sum = 0_u32;
        for byte in bytes {
            sum ^= u32::from(*byte) << (bits - 8);
            for _ in 0..8 {
                sum = if sum & top == 0 { sum << 1 } else { sum << 1 ^ polynomial };
            }
            sum &= (1 << bits) - 1;
        }
        sum
    }

    #[test]
    fn the_length_is_what_the_samples_say() {
        for (name, bytes, content, seconds, channels) in [
            ("a.wav", tone(22_050, 1, 44_100), Content::Wav, 0.5, 1),
            ("a.wav", tone(48_000, 2, 48_000), Content::Wav, 1.0, 2),
            ("a.mp3", silent_mp3(40), Content::Mp3, 40.0 * 1152.0 / 44_100.0, 2),
            ("a.flac", silent_flac(), Content::Flac, 4096.0 / 44_100.0, 1),
        ] {
            let facts = Facts::of(name, &bytes).unwrap();
            assert_eq!((facts.content, facts.channels), (content, channels), "{name}");
            assert!((facts.seconds - seconds).abs() < 0.06, "{name}: {facts:?}, not {seconds}");
        }
    }

    #[test]
    fn every_sound_becomes_a_wav_of_its_length() {
        for (name, bytes) in [("a.wav", tone(11_025, 1, 44_100)), ("a.mp3", silent_mp3(40)), ("a.flac", silent_flac())] {
            let played = wav(name, &bytes).unwrap();
            let (first, second) = (Facts::of(name, &bytes).unwrap(), Facts::of("x.wav", &played).unwrap());
            assert_eq!((second.content, second.channels, second.rate), (Content::Wav, first.channels, first.rate));
            assert!((first.seconds - second.seconds).abs() < 0.06, "{name}: {first:?} {second:?}");
        }
        assert_eq!(wav("a.wav", &tone(100, 2, 8000)).unwrap(), tone(100, 2, 8000));
    }

    #[test]
    fn only_so_much_is_played() {
        let played = wav("a.wav", &tone(500 * 601, 1, 500)).unwrap();
        assert_eq!(played.len(), 44 + 500 * 600 * 2);
    }

    #[test]
    fn what_is_no_sound_says_so() {
        for (bytes, words) in [
            (&b"\x89PNG\r\n\x1a\n"[..], "a PNG picture"),
            (b"hello", "no WAV, MP3, Ogg or FLAC"),
            (b"RIFF\0\0\0\0WAVE", "broken"),
            (b"OggS\0\x02", "broken"),
        ] {
            let error = Facts::of("a.wav", bytes).unwrap_err();
            assert!(error.what().contains(words), "{error}");
            assert_eq!((error.kind(), wav("a.wav", bytes).unwrap_err().kind()), (ErrorKind::Format, ErrorKind::Format));
        }
    }

    #[test]
    fn the_clock_shows_minutes_and_seconds() {
        for (seconds, shown) in
            [(0.0, "0:00.0"), (0.44, "0:00.4"), (9.94, "0:09.9"), (9.96, "0:10"), (61.0, "1:01"), (750.0, "12:30")]
        {
            assert_eq!(clock(seconds), shown);
        }
    }

    proptest! {
        #[test]
        fn broken_sounds_do_no_harm(which in 0_usize..3, cut in 0_usize..200, at in 0_usize..200, byte in any::<u8>()) {
            let mut bytes = [tone(64, 2, 8000), silent_mp3(2), silent_flac()][which].clone();
            let length = bytes.len();
            bytes[at % length] = byte;
            bytes.truncate(length.saturating_sub(cut));
            let _facts = Facts::of("a", &bytes);
            let _wav = wav("a", &bytes);
        }
    }
}
