package pagemark.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.key.GroupKey.GroupPart;

/// Names of groups: no two groups share one, and the values can be read from it.
final class GroupKeyTest {
  private static final Path DOCUMENT = Path.of("../docs/internals/key-format.md");
  private static final List<String> TEXTS =
      List.of("a", "", "/", "%", "%2F", "%25", "%~", "2F", "~", "\0", "é", "😀", "x".repeat(300));

  private static GroupKey of(int parts) {
    List<GroupPart> all = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      all.add(new GroupPart(AttributePath.of("a" + i), AttributeType.STRING, "", false));
    }
    return new GroupKey(all, false);
  }

  @Test
  void namesAreThoseOfTheDocument() throws IOException {
    Matcher vector =
        Pattern.compile("(?m)^\\| `(\\[[^`]*])` \\| `([^`]*)` \\|$").matcher(document());
    int vectors = 0;
    while (vector.find()) {
      List<String> texts = List.of(new JsonMapper().readValue(vector.group(1), String[].class));
      assertEquals(new Group(vector.group(2)), of(texts.size()).named(texts));
      vectors++;
    }
    assertEquals(4, vectors);
  }

  private static String document() throws IOException {
    return Files.readString(DOCUMENT).split("## Group names", -1)[1].split("\n## ", -1)[0];
  }

  @Test
  void namesOfListingsWithOpenFiltersAreThoseOfTheDocument() throws IOException {
    Matcher vector =
        Pattern.compile("(?m)^\\| `(\\[[^`]*])` \\| (?:`(\\[[^`]*])` )?\\| `([^`]*)` \\|$")
            .matcher(document());
    int vectors = 0;
    while (vector.find()) {
      List<String> texts = List.of(new JsonMapper().readValue(vector.group(1), String[].class));
      GroupKey key = new GroupKey(of(texts.size()).parts(), true);
      Group name = new Group(vector.group(3));
      if (vector.group(2) == null) {
        assertEquals(name, key.named(texts));
        assertEquals(Optional.of(texts), key.texts(name));
      } else {
        String[] value = new JsonMapper().readValue(vector.group(2), String[].class);
        assertEquals(name, key.within(texts, value[0], value[1]));
        assertEquals(Optional.empty(), key.texts(name));
      }
      vectors++;
    }
    assertEquals(6, vectors);
  }

  @Test
  void differentValuesHaveDifferentNames() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Map<Group, List<String>> byName = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      List<String> texts = new ArrayList<>();
      for (int part = 0; part < 3; part++) {
        texts.add(text(random) + text(random));
      }
      GroupKey key = of(3);
      Group name = key.named(texts);
      List<String> other = byName.putIfAbsent(name, texts);
      assertTrue(other == null || other.equals(texts), () -> seed + ": " + name);
      key.texts(name).ifPresent(read -> assertEquals(texts, read, () -> "seed " + seed));
    }
  }

  @Test
  void groupsWithinOthersHaveNamesOfTheirOwn() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Map<Group, List<String>> byName = new HashMap<>();
    GroupKey key = new GroupKey(of(1).parts(), true);
    for (int i = 0; i < 20_000; i++) {
      String part = text(random) + text(random);
      String filter = random.nextBoolean() ? "tag" : "tags";
      String value = text(random) + (random.nextBoolean() ? "=" : "") + text(random);
      boolean isWithin = random.nextInt(4) > 0;
      Group name = isWithin ? key.within(List.of(part), filter, value) : key.named(List.of(part));
      List<String> meant = isWithin ? List.of(part, filter, value) : List.of(part);
      List<String> other = byName.putIfAbsent(name, meant);
      assertTrue(other == null || other.equals(meant), () -> seed + ": " + name);
      if (isWithin) {
        assertEquals(Optional.empty(), key.texts(name), () -> "seed " + seed);
      }
    }
  }

  private static String text(Random random) {
    return TEXTS.get(random.nextInt(TEXTS.size()));
  }

  @Test
  void longNamesAreCutBetweenCharactersAndTellTheirHash() {
    List<String> texts = List.of("a" + "😀".repeat(500), "z");
    Group name = of(2).named(texts);
    assertEquals("a" + "😀".repeat(49) + "%~", name.text().substring(0, 1 + 2 * 49 + 2));
    assertEquals(64, name.text().length() - (1 + 2 * 49 + 2));
    assertEquals(Optional.empty(), of(2).texts(name));
    List<String> longest = List.of("a".repeat(1022), "z");
    assertEquals(1024, Bytes.utf8(of(2).named(longest).text()).length());
    assertEquals(Optional.of(longest), of(2).texts(of(2).named(longest)));
    Group cut = of(2).named(List.of("a".repeat(1023), "z"));
    assertTrue(cut.text().startsWith("a".repeat(200) + "%~"), cut.text());
  }

  /// The hash of `bob` and those of the next two are negative numbers.
  @Test
  void bucketsNeverChange() {
    List<String> buckets =
        Stream.of("ann", "bob", "rita", "zoe")
            .map(key -> GroupKey.hashed(64).hashed(Bytes.utf8(key)).text())
            .toList();
    assertEquals(List.of("0013", "0024", "0003", "0038"), buckets);
  }

  @Test
  void eachElementOfAListIsNoAttributeThatAQueryCanName() {
    GroupPart each = new GroupPart(AttributePath.of("a"), AttributeType.STRING, "", true);
    assertEquals(Optional.empty(), new GroupKey(List.of(each), false).attribute());
  }

  @Test
  void aSingleValueIsTheName() {
    String text = "/%".repeat(1024);
    assertEquals(new Group(text), of(1).named(List.of(text)));
    assertEquals(Optional.of(List.of(text)), of(1).texts(new Group(text)));
    assertFalse(of(1).isWithin(new Group("50%=half")));
  }
}
