package pagemark.folding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.CollationKey;
import com.ibm.icu.text.Collator;
import com.ibm.icu.util.ULocale;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.index.Extent;
import pagemark.index.Nightly;

final class FoldingTest {
  private static final long SEED = 20_261_126;

  /// Code points that meet each other in interesting ways.
  private static final String HOSTILE =
      "aAßẞςΣσİıſﬁŉǅ½Å²①Ⅷ ℃\t\n"
          + "\u00A0\u3000\u0085´¨\u0301\u0308\u0345\u0344각하\u11A8ㄱｶﾞＡ"
          + "\u05B0\u05B1\u05BC\u064B\u0651\u0323\u3099\u0F73\u0F71\u0F74\u1DC0łßþıک‘‐\u0E38\u0DCA\u20DDꭰᏸ😀𝐀\u200D\0\u0591שׁ";

  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "Müller,muller",
        "MU\u0308LLER,muller",
        "Straße,strasse",
        "STRASSE,strasse",
        "GROẞ,gross",
        "Ὀδυσσεύς,οδυσσευσ",
        "ΟΔΥΣΣΕΎΣ,οδυσσευσ",
        "İstanbul,istanbul",
        "ısı,isi",
        "ŒUVRE,oeuvre",
        "Łódź,lodz",
        "Øst Đurđević,ost durdevic",
        "Æðelþryð,aedelthryd",
        "O’Neil,o'neil",
        "a ʼ‘x’ “y”,a ''x' \"y\"",
        "a‐b–c―d,a-b-c-d",
        "a\u202Fb\u2009c,a b c",
        "کی,كي",
        "كى,كي",
        "۱٢3,123",
        "カナ ｶﾞ かな,かな か かな",
        "йод Ёж,иод еж",
        "x\u00ADy\u200D\uFE0F,xy",
        "Ŀ,l·",
        "ﬃ,ffi",
        "ﾊﾟﾝ,はん",
        "ℌ²①½,h211\u20442",
        "각,\u1100\u1161\u11A8",
        "하늘,\u1112\u1161\u1102\u1173\u11AF",
        "ꭰᏸ,ᎠᏰ",
        "Š\u0323,s",
        "a\u05BC\u05B0b,ab",
        "\u0E01\u0E48\u0E38,\u0E01\u0E38",
        "\u0E01\u0E4D\u0E32,\u0E01\u0E4D\u0E32",
        "\u0DCA\u0E38,\u0DCA\u0E38",
        "\u0E38\u0DCA,\u0DCA\u0E38",
        "😀,😀",
        "'  New \t\u00A0York ',new york ",
        "'new ','new '",
        "\u0301a,a",
        "'   ',''",
      })
  void textsThatPeopleTakeForOneFoldToOne(String text, String folded) {
    assertEquals(folded, Folding.fold(text));
    assertEquals(folded, Folding.fold(folded));
  }

  /// If this fails, an index of before no longer agrees with this code: another table needs another
  /// number in definitions.
  @Test
  void theTableIsTheOneThatIndexesWereBuiltWith() throws NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
        .filter(point -> point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE)
        .forEach(point -> digest.update(behindX(point).getBytes(UTF_8)));
    assertEquals(
        "e7f5a1a2b85fe8136c1579ef340555fb995a31818b5f963f0026bffe1fae38c0",
        HexFormat.of().formatHex(digest.digest()));
  }

  /// [#theTableIsTheOneThatIndexesWereBuiltWith] holds in each build what this finds.
  ///
  /// The listed ones are those that people type for each other, marks of U+0300 to U+036F and what
  /// is decomposed, as before. The Thai and Lao ones make another vowel.
  @Nightly
  @Test
  void lettersFoldAlikeThatTheRootCollationTakesForEqual() throws IOException {
    Collator root = Collator.getInstance(ULocale.ROOT);
    root.setStrength(Collator.PRIMARY);
    Map<CollationKey, String> folds = new HashMap<>();
    StringBuilder differ = new StringBuilder();
    points()
        .filter(UCharacter::isDefined)
        .forEach(
            point -> {
              String text = "x" + Character.toString(point) + "x";
              String folded = Folding.fold(text);
              String alike = folds.computeIfAbsent(root.getCollationKey(text), _ -> folded);
              if (!alike.equals(folded) || root.compare(text, folded) != 0) {
                String shown = escaped(folded.substring(1, folded.length() - 1));
                differ.append("%04x %s".formatted(point, shown).strip()).append('\n');
              }
            });
    try (InputStream listed =
        requireNonNull(FoldingTest.class.getResourceAsStream("differences.txt"))) {
      assertEquals(new String(listed.readAllBytes(), UTF_8), differ.toString());
    }
  }

  @Test
  void textsThatFoldedAlikeByUnicode16AloneStillDo() {
    // Java's data are those of Unicode 16 in these versions alone.
    int version = Runtime.version().feature();
    assumeTrue(version == 24 || version == 25, "Java " + version + " has another Unicode");
    Random random = new Random(SEED);
    for (int i = 0; i < Extent.of(5_000, 20_000); i++) {
      String text = text(random, 1 + random.nextInt(8));
      String context = "seed " + SEED + ": " + escaped(text);
      String folded = Folding.fold(text);
      assertEquals(escaped(Folding.fold(model(text))), escaped(folded), context);
      assertEquals(escaped(folded), escaped(Folding.fold(folded)), context);
    }
  }

  /// An item may have 400 KB of them. With a step for each pair, this would take minutes.
  @Test
  void anyNumberOfMarksIsPutInOrder() {
    int count = 100_000;
    String text = "a" + "\u0E38\u0DCA".repeat(count) + "b";
    assertEquals(
        "a" + "\u0DCA".repeat(count) + "\u0E38".repeat(count) + "b", Folding.fold(text, 256));
  }

  @Test
  void theBeginOfALongTextIsThatOfAllOfIt() {
    Random random = new Random(SEED);
    for (int i = 0; i < 5_000; i++) {
      String text = text(random, random.nextInt(60));
      int chars = random.nextInt(30);
      String begin = Folding.fold(text, chars);
      String context = "seed " + SEED + ": " + escaped(text);
      assertTrue(Folding.fold(text).startsWith(begin), context);
      assertTrue(begin.length() >= chars || begin.equals(Folding.fold(text)), context);
    }
    String begin = Folding.fold("é ".repeat(1_000_000), 10);
    assertTrue(begin.length() < 15, begin);
  }

  /// The code points of the planes that have any.
  private static IntStream points() {
    return IntStream.concat(IntStream.range(0, 0x32000), IntStream.range(0xE0000, 0xE0200))
        .filter(point -> point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE);
  }

  /// A code point folded behind a letter, so that a blank is not at the begin.
  private static String behindX(int point) {
    return Folding.fold("x" + Character.toString(point));
  }

  private static String text(Random random, int length) {
    int[] hostile = HOSTILE.codePoints().toArray();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      int any = random.nextInt(Character.MIN_SURROGATE);
      text.appendCodePoint(random.nextInt(5) == 0 ? any : hostile[random.nextInt(hostile.length)]);
    }
    return text.toString();
  }

  private static String escaped(String text) {
    return text.codePoints().mapToObj("%04x"::formatted).collect(Collectors.joining(" "));
  }

  /// The rules of Unicode 16 alone, by Java's own data, whole texts at a time.
  private static String model(String text) {
    String folded =
        Normalizer.normalize(text, Normalizer.Form.NFKD)
            .codePoints()
            .filter(point -> point < 0x300 || point > 0x36F)
            .mapToObj(FoldingTest::withoutCase)
            .collect(Collectors.joining());
    return folded.equals(text)
        ? folded.replaceAll("(?U)\\s+", " ").replaceAll("^ ", "")
        : model(folded);
  }

  /// Full case folding of Unicode: mostly the lower case of the upper case. A dotless i stays, and
  /// Cherokee is in upper case.
  private static String withoutCase(int point) {
    String text = Character.toString(point);
    String upper = text.toUpperCase(Locale.ROOT);
    boolean isCherokee = Character.UnicodeScript.of(point) == Character.UnicodeScript.CHEROKEE;
    if (isCherokee || point == 'ı') {
      return isCherokee ? upper : text;
    }
    return upper
        .codePoints()
        .mapToObj(each -> Character.toString(each).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining());
  }
}
