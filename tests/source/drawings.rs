//! `drawn!` reads a drawing as it looks.

#[test]
fn a_drawing_loses_its_first_line_and_the_indentation_that_its_lines_share() {
    let open = drawn! {"
         ##
        #@.

          end"};
    assert_eq!(open, " ##\n#@.\n\n  end");
    let closed = drawn! {"
        ##
    "};
    assert_eq!(closed, "##\n");
}
