import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.text.Normalizer2;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/// Prints the table that sorts of type `text` fold by, from the data of ICU. It was run once, with
/// ICU 76.1, which has the data of Unicode 16. It is kept to show how the table was made:
///
///     java -cp icu4j-76.1.jar .mvn/FoldingTable.java > shared/src/main/resources/pagemark/folding/unicode-16.txt
///
/// A table of a later Unicode is another folding, which needs another number in definitions.
final class FoldingTable {
  private static final Normalizer2 NFKD = Normalizer2.getNFKDInstance();
  private static final int HANGUL_FIRST = 0xAC00;
  private static final int HANGUL_LAST = 0xD7A3;

  public static void main(String[] arguments) {
    SortedMap<Integer, String> foldings = new TreeMap<>();
    SortedMap<Integer, String> marks = new TreeMap<>();
    for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
      boolean isOther = point < HANGUL_FIRST || point > HANGUL_LAST;
      String folded = isOther ? folded(Character.toString(point)) : Character.toString(point);
      if (!folded.equals(Character.toString(point)) && UCharacter.isLegal(point)) {
        foldings.put(
            point, folded.codePoints().mapToObj("%X"::formatted).collect(Collectors.joining(" ")));
      }
      if (UCharacter.getCombiningClass(point) != 0 && !isDropped(point)) {
        marks.put(point, "=" + UCharacter.getCombiningClass(point));
      }
    }
    System.out.println(
        "# Made by .mvn/FoldingTable.java from the data of Unicode "
            + UCharacter.getUnicodeVersion());
    System.out.println(
        "# Code points in hexadecimal, and what each of them folds to: these, or the one that is so"
            + " much higher.");
    print(foldings);
    System.out.println("# Marks that stay, and their combining class.");
    print(marks);
  }

  /// Prints neighbours with the same rule in one line.
  private static void print(SortedMap<Integer, String> rules) {
    while (!rules.isEmpty()) {
      int first = rules.firstKey();
      int same = last(rules, first, point -> rules.get(first));
      int moved =
          !rules.get(first).matches("[0-9A-F]+")
              ? first
              : last(rules, first, point -> "%X".formatted(point + distance(rules, first)));
      int last = Math.max(same, moved);
      String rule =
          same >= moved
              ? rules.get(first)
              : (distance(rules, first) < 0 ? "-" : "+")
                  + "%X".formatted(Math.abs(distance(rules, first)));
      System.out.println(
          ((first == last ? "%X " : "%X-%X ").formatted(first, last) + rule).strip());
      rules.headMap(last + 1).clear();
    }
  }

  private static int distance(SortedMap<Integer, String> rules, int point) {
    return Integer.parseInt(rules.get(point), 16) - point;
  }

  /// The last of the neighbours that have the expected rule.
  private static int last(
      SortedMap<Integer, String> rules, int first, IntFunction<String> expected) {
    int last = first;
    while (expected.apply(last + 1).equals(rules.get(last + 1))) {
      last++;
    }
    return last;
  }

  /// Folds until nothing changes.
  private static String folded(String text) {
    String folded =
        UCharacter.foldCase(kept(NFKD.normalize(text)), true)
            .codePoints()
            .mapToObj(
                point ->
                    UCharacter.hasBinaryProperty(point, UProperty.WHITE_SPACE)
                        ? " "
                        : Character.toString(point))
            .collect(Collectors.joining());
    String again = kept(NFKD.normalize(folded));
    return again.equals(text) ? text : folded(again);
  }

  private static String kept(String text) {
    return text.codePoints()
        .filter(point -> !isDropped(point))
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }

  private static boolean isDropped(int point) {
    return point >= 0x300 && point <= 0x36F;
  }
}
