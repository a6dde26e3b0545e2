#[test]
fn every_seed_can_be_won() {
    use dungeon::players::{Budget, Verdict, prove};

    let dungeon = dungeon::load("dungeons/tutorial.dng").unwrap().into();
    for seed in 0..5 {
        let proof = prove(&dungeon, seed, &Budget::of_steps(200_000));
        assert!(matches!(proof.verdict, Verdict::Winnable(_)), "{seed}");
    }
}
