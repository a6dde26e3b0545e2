//! Plays a dungeon with keys, and prints the player's screen. Run with `cargo run --example drive_a_session`.
use dungeon::Session;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut session = Session::open("dungeons/crypt.dng")?
        .with_seed(7)
        .with_size(80, 24);
    session.press("ll;l<Esc>.")?;
    println!("{}", session.frame());
    for message in session.messages() {
        println!("{message}");
    }
    println!(
        "outcome {:?}, checksum {:016x}",
        session.outcome(),
        session.checksum()
    );

    let film = session.film("jjlllk")?;
    println!("{}", film.only_changes());
    Ok(())
}
