import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.text.CollationElementIterator;
import com.ibm.icu.text.Collator;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.RuleBasedCollator;
import com.ibm.icu.util.ULocale;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Prints the table that sorts of type `text` fold by, from the data of ICU. It was run once, with
/// ICU 76.1, which has the data of Unicode 16 and CLDR 46. It is kept to show how the table was made:
///
///     java -cp icu4j-76.1.jar .mvn/FoldingTable.java > shared/src/main/resources/pagemark/folding/folding-2.txt
///
/// 1. A code point is decomposed (NFKD), without the marks U+0300 to U+036F, and its case is folded.
/// 2. Some letters and signs are written as others ([#MORE]).
/// 3. What the root collation takes for equal at primary strength becomes its first code point, if
///    possible one that is neither a small kana nor a final letter, or nothing. What it takes for several becomes those: æ is ae.
///
/// Another table is another folding, which needs another number in definitions.
final class FoldingTable {
  private static final Normalizer2 NFKD = Normalizer2.getNFKDInstance();
  private static final RuleBasedCollator ROOT =
      (RuleBasedCollator) Collator.getInstance(ULocale.ROOT);
  private static final int HANGUL_FIRST = 0xAC00;
  private static final int HANGUL_LAST = 0xD7A3;

  /// What people type for letters and signs that the root collation keeps apart.
  private static final Map<String, String> MORE =
      Map.ofEntries(
          Map.entry("ı", "i"),
          Map.entry("þ", "th"),
          Map.entry("ک", "ك"),
          Map.entry("ی", "ي"),
          Map.entry("ى", "ي"),
          Map.entry("\u02BC", "'"),
          Map.entry("\u2010", "-"),
          Map.entry("\u2011", "-"),
          Map.entry("\u2012", "-"),
          Map.entry("\u2013", "-"),
          Map.entry("\u2014", "-"),
          Map.entry("\u2015", "-"));

  /// Parts of the Thai and the Lao vowel am, which would be aa without them.
  private static final Set<String> KEPT = Set.of("\u0E4D", "\u0ECD");

  /// The first code point of each class of equal ones, by the primary weights that it has.
  private static final Map<List<Integer>, Integer> FIRST = new HashMap<>();

  public static void main(String[] arguments) {
    collect(name -> !name.contains("LETTER SMALL") && !name.contains("LETTER FINAL"));
    collect(name -> true);
    SortedMap<Integer, String> foldings = new TreeMap<>();
    SortedMap<Integer, String> marks = new TreeMap<>();
    for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
      String folded =
          isOther(point) ? folded(Character.toString(point)) : Character.toString(point);
      if (!folded.equals(Character.toString(point))) {
        foldings.put(
            point, folded.codePoints().mapToObj("%X"::formatted).collect(Collectors.joining(" ")));
      }
      if (UCharacter.getCombiningClass(point) != 0 && folded.equals(Character.toString(point))) {
        marks.put(point, "=" + UCharacter.getCombiningClass(point));
      }
    }
    System.out.println(
        "# Made by .mvn/FoldingTable.java from the data of Unicode "
            + UCharacter.getUnicodeVersion()
            + " and the root collation of CLDR 46");
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

  /// Collects the first code points of classes that have none yet, from those with such a name.
  private static void collect(Predicate<String> isMeant) {
    for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
      String text = Character.toString(point);
      if (isOther(point)
          && decomposed(text).equals(text)
          && isMeant.test(String.valueOf(UCharacter.getName(point)))) {
        FIRST.putIfAbsent(weights(text), point);
      }
    }
  }

  private static boolean isOther(int point) {
    return (point < HANGUL_FIRST || point > HANGUL_LAST) && UCharacter.isLegal(point);
  }

  /// Folds until nothing changes.
  private static String folded(String text) {
    String folded =
        decomposed(text)
            .codePoints()
            .mapToObj(Character::toString)
            .map(each -> MORE.getOrDefault(each, each))
            .map(each -> KEPT.contains(each) ? each : first(each))
            .collect(Collectors.joining());
    return folded.equals(text) ? text : folded(folded);
  }

  /// The primary weights. None is the begin of another.
  private static List<Integer> weights(String text) {
    List<Integer> weights = new ArrayList<>();
    CollationElementIterator elements = ROOT.getCollationElementIterator(text);
    for (int each = elements.next();
        each != CollationElementIterator.NULLORDER;
        each = elements.next()) {
      if (CollationElementIterator.primaryOrder(each) != 0) {
        weights.add(CollationElementIterator.primaryOrder(each));
      }
    }
    return weights;
  }

  /// The first code points that together have the weights of this one.
  private static String first(String point) {
    List<Integer> weights = weights(point);
    StringBuilder first = new StringBuilder();
    int begin = 0;
    for (int end = 1; end <= weights.size(); end++) {
      Integer known = FIRST.get(weights.subList(begin, end));
      if (known != null) {
        first.appendCodePoint(known);
        begin = end;
      }
    }
    return begin == weights.size()
        ? first.toString()
        : Character.toString(FIRST.getOrDefault(weights, point.codePointAt(0)));
  }

  /// Decomposes until nothing changes.
  private static String decomposed(String text) {
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
    return again.equals(text) ? text : decomposed(again);
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
