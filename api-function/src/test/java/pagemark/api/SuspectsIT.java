package pagemark.api;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import pagemark.api.Front.Reply;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.GroupRef;
import pagemark.index.InMemoryIndex;
import pagemark.pages.Broken;
import pagemark.pages.Definitions;
import pagemark.state.Suspect;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Tests which entries of the index a page files as suspects. Every group holds `a00` to `a29`, a
/// minute apart; the page holds `a05` to `a09`.
final class SuspectsIT {
  private static final Shop SHOP = new Shop("suspects", Definitions.COMMENTS).open();
  private static final String NOT_THERE = "the item is not in the group";
  private static final String ELSEWHERE = "the item stands elsewhere in the group";

  private final Front front = SHOP.front(SHOP.listings(), InstantSource.system(), false);
  private String group = "";

  @BeforeEach
  void fill(TestInfo test) {
    group = test.getTestMethod().orElseThrow().getName();
    SHOP.put(IntStream.range(0, 30).mapToObj(this::comment).toList());
  }

  @AfterEach
  void heal() {
    SHOP.wire().heal();
    SHOP.stateWire().heal();
  }

  private record Doubt(
      Map<String, AttributeValue> key, Entry seen, String reason, boolean missing) {}

  private Doubt doubt(int number, String reason) {
    return new Doubt(Map.of("PK", fromS(key(number))), entry(number, ""), reason, false);
  }

  private Entry entry(int number, String cell) {
    return new Entry(
        new Cell(cell), new Position(1714521600 + 60 * number, Bytes.utf8(key(number))));
  }

  private Doubt hole(int number, String cell) {
    return new Doubt(
        Map.of("PK", fromS(key(number))),
        entry(number, cell),
        "the index does not have the item here",
        true);
  }

  /// Leaves the index as a lost write does: with neither an entry nor a fence.
  private void outOfIndex(int number) {
    GroupRef ref = new GroupRef(Shop.GENERATION, "comments", new Group(group));
    InMemoryIndex index = (InMemoryIndex) SHOP.index();
    index.plant(ref, entry(number, "5"), false);
    index.forgetFences(ref);
  }

  @Test
  void anItemThatTheIndexDoesNotHave() {
    outOfIndex(7);
    assertShown(5, 6, 8, 9, 10);
    assertFiled(hole(7, ""));
  }

  @Test
  void oneForEachPageOfItemsThatTheIndexDoesNotHave() {
    outOfIndex(6);
    outOfIndex(7);
    assertShown(5, 8, 9, 10, 11);
    assertFiled(hole(6, ""));
    assertShown(5, 8, 9, 10, 11);
    assertFiled(hole(6, ""));
  }

  @Test
  void anItemOfTheSelectionThatTheIndexDoesNotHave() {
    outOfIndex(6);
    outOfIndex(7);
    SHOP.intoTable(List.of(rated(6, "4")));
    String url = "/comments/" + group + "?size=5&order=ascending&page=2&rating=5";
    assertEquals(keys(5, 8, 9, 10, 11), PageReadsIT.keys(front.get(url)));
    assertFiled(hole(7, "5"));
  }

  @Test
  void noneBesideThePageAmongItemsThatTie() {
    SHOP.put(IntStream.range(100, 130).mapToObj(i -> at(i, "2024-05-01 01:00")).toList());
    outOfIndex(29);
    String url = "/comments/" + group + "?size=5&order=ascending&skip=31";
    assertEquals(keys(102, 103, 104, 105, 106), PageReadsIT.keys(front.get(url)));
    assertFiled();
  }

  @Test
  void noHoleIfTheIndexHasTheItemBehindThePage() {
    SHOP.intoTable(List.of(at(12, "2024-05-01 00:07")));
    assertShown(5, 6, 7, 8, 9);
    assertFiled(doubt(12, ELSEWHERE));
  }

  private Map<String, AttributeValue> at(int number, String sort) {
    return Shop.comment(key(number), group, sort);
  }

  private Map<String, AttributeValue> rated(int number, String rating) {
    Map<String, AttributeValue> item = new HashMap<>(comment(number));
    item.put("rating", fromN(rating));
    return item;
  }

  @Test
  void anItemThatIsGone() {
    SHOP.outOfTable(key(6));
    assertShown(5, 7, 8, 9, 10);
    assertFiled(doubt(6, NOT_THERE));
  }

  @Test
  void aSpareThatIsGoneToo() {
    SHOP.outOfTable(key(6));
    SHOP.outOfTable(key(10));
    assertShown(5, 7, 8, 9, 11);
    assertFiled(doubt(6, NOT_THERE), doubt(10, NOT_THERE));
  }

  @Test
  void itemsWhoseImageIsPoisonOrAbsentOrInAnotherGroup() {
    SHOP.intoTable(
        List.of(
            Shop.comment(key(6), group, "yesterday"),
            Map.of("PK", fromS(key(7)), "PK2", fromS(group)),
            Shop.comment(key(8), "another", "2024-05-01 00:08")));
    assertShown(5, 9, 10, 11, 12);
    assertFiled(doubt(6, NOT_THERE), doubt(7, NOT_THERE), doubt(8, NOT_THERE));
  }

  @Test
  void anItemThatStandsElsewhereInItsGroup() {
    SHOP.intoTable(
        List.of(
            Shop.comment(key(6), group, "2024-05-01 00:59"),
            Shop.comment(key(7), group, "2024-05-01 00:08")));
    assertShown(5, 7, 8, 9, 10);
    assertFiled(doubt(6, ELSEWHERE), doubt(7, ELSEWHERE));
  }

  @Test
  void noneIfTheGsiLagsAndTheTableAgrees() {
    SHOP.wire().changeQueries(r -> r.toBuilder().items(r.items().subList(0, 2)).build());
    assertShown(5, 6, 7, 8, 9);
    assertFiled();
  }

  @Test
  void noneIfThePageIsReadWithoutTheIndex() {
    SHOP.outOfTable(key(2));
    Front without = SHOP.front(Broken.down());
    String url = "/comments/" + group + "?size=5&order=ascending";
    assertEquals(keys(0, 1, 3, 4, 5), PageReadsIT.keys(without.get(url)));
    assertFiled();
  }

  @Test
  void areLoggedInOneLineWithoutKeysAndFiledOnce() {
    SHOP.outOfTable(key(6));
    SHOP.outOfTable(key(7));
    assertShown(5, 8, 9, 10, 11);
    assertShown(5, 8, 9, 10, 11);
    assertEquals(List.of("2 of 2"), doubtful());
    assertFiled(doubt(6, NOT_THERE), doubt(7, NOT_THERE));
  }

  @Test
  void doNotFailThePageIfTheyCannotBeFiled() {
    SHOP.outOfTable(key(6));
    front.get("/comments/nobody");
    SHOP.stateWire()
        .beforeRequests(
            request -> {
              throw new IllegalStateException("rita");
            });
    assertShown(5, 7, 8, 9, 10);
    SHOP.stateWire().heal();
    assertEquals(List.of("0 of 1 java.lang.IllegalStateException"), doubtful());
    assertFiled();
  }

  /// What the log says of requests that found entries in doubt: how many were filed, and why not
  /// all.
  private List<String> doubtful() {
    return front.log().json().stream()
        .filter(line -> line.has("message"))
        .map(SuspectsIT::doubtful)
        .toList();
  }

  private static String doubtful(JsonNode line) {
    assertEquals("entries of the index are in doubt", line.path("message").asText());
    assertEquals("WARN", line.path("level").asText());
    assertFalse(line.toString().contains("rita"), line::toString);
    return "%d of %d %s"
        .formatted(
            line.path("filed").asInt(), line.path("found").asInt(), line.path("failure").asText())
        .strip();
  }

  private void assertShown(int... numbers) {
    Reply reply = front.get("/comments/" + group + "?size=5&order=ascending&page=2");
    assertEquals(keys(numbers), PageReadsIT.keys(reply));
  }

  /// Asserts that just these suspects of the group were filed.
  private void assertFiled(Doubt... expected) {
    List<Suspect> filed =
        SHOP.suspects().stream().filter(suspect -> suspect.group().equals(group)).toList();
    for (Suspect suspect : filed) {
      assertEquals(Shop.GENERATION, suspect.generation());
      assertTrue(suspect.seenAt().isAfter(Instant.EPOCH));
    }
    assertEquals(
        Set.of(expected),
        filed.stream()
            .map(s -> new Doubt(s.key(), s.seen(), s.reason(), s.missing()))
            .collect(toSet()));
  }

  private Map<String, AttributeValue> comment(int i) {
    return Shop.comment(key(i), group, "2024-05-01 00:%02d".formatted(i));
  }

  private String key(int i) {
    return group + "-a%02d".formatted(i);
  }

  private List<String> keys(int... numbers) {
    return IntStream.of(numbers).mapToObj(this::key).toList();
  }
}
