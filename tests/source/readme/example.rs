#[test]
fn the_key_opens_the_door() {
    let vault = r#"
item k "iron key" opens=iron
map
#######
#@k+.$#
#######
end
+ 4 2 locked=iron
"#;
    let mut game = dungeon::Session::from_text(vault).unwrap().with_size(40, 8);
    game.press("lll").unwrap();
    insta::assert_snapshot!(game.frame(), @r"
    40x8 turn 3
    |#######                                 |
    |#..@.$#                                 |
    |#######                                 |
    |Health 41  Manna 16  Wealth 0  Turn 3   |
    |You enter the dungeon. Press ? for the  |
    |keys.                                   |
    |You take the iron key.                  |
    |You unlock the door with the iron key.  |
    ");
}
