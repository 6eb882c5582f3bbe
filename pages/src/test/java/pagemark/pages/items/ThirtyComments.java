package pagemark.pages.items;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.pages.GroupQuery;
import pagemark.pages.ListedTable;
import pagemark.pages.result.Page;
import pagemark.state.Suspect;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A group of its own for each test, which holds `a00` to `a29`, a minute apart; its second page
/// holds `a05` to `a09`.
abstract class ThirtyComments {
  static final String NOT_THERE = "the item is not in the group";
  static final String ELSEWHERE = "the item stands elsewhere in the group";

  private final ListedTable table;
  String group = "";
  GroupQuery query;

  ThirtyComments(ListedTable table) {
    this.table = table;
    this.query = table.asked().group("x");
  }

  /// Each test asks its own pages, as the item sizes that they have learned decide how they read.
  @BeforeEach
  void fill(TestInfo test) {
    group = test.getTestMethod().orElseThrow().getName();
    table.put(IntStream.range(0, 30).mapToObj(i -> minute(i, i)).toList());
    query = table.asked(table.index().reader()).group(group).order(Order.ASCENDING).size(5);
    query.size(20).page(1);
    table.wire().drain();
  }

  @AfterEach
  void heal() {
    table.wire().heal();
  }

  Map<String, AttributeValue> minute(int number, int minute) {
    return ListedTable.comment(key(number), group, "2024-05-01 00:%02d".formatted(minute));
  }

  String key(int i) {
    return group + "-a%02d".formatted(i);
  }

  List<String> named(int... numbers) {
    return IntStream.of(numbers).mapToObj(this::key).toList();
  }

  Page assertShown(int... numbers) {
    Page page = query.page(2);
    assertEquals(named(numbers), ListedTable.keys(page));
    return page;
  }

  record Doubt(Map<String, AttributeValue> key, Entry seen, String reason) {}

  Doubt doubt(int number, String reason) {
    return new Doubt(Map.of("PK", fromS(key(number))), entry(number, ""), reason);
  }

  Entry entry(int number, String cell) {
    return new Entry(
        new Cell(cell), new Position(1714521600 + 60 * number, Bytes.utf8(key(number))));
  }

  /// Asserts that just these suspects of the group were filed.
  void assertFiled(Doubt... expected) {
    List<Suspect> filed =
        table.suspects().stream().filter(suspect -> suspect.group().equals(group)).toList();
    for (Suspect suspect : filed) {
      assertEquals(ListedTable.GENERATION, suspect.generation());
      assertTrue(suspect.seenAt().isAfter(Instant.EPOCH));
    }
    assertEquals(
        Set.of(expected),
        filed.stream().map(s -> new Doubt(s.key(), s.seen(), s.reason())).collect(toSet()));
  }
}
