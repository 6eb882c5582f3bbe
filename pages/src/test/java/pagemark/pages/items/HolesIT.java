package pagemark.pages.items;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static pagemark.pages.ListedTable.keys;
import static pagemark.pages.ListedTable.with;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Group;
import pagemark.entry.Order;
import pagemark.index.GroupRef;
import pagemark.index.InMemoryIndex;
import pagemark.pages.Broken;
import pagemark.pages.Definitions;
import pagemark.pages.ListedTable;
import pagemark.pages.result.Page;

/// Which items pages file that the index lacks, and when they file nothing.
final class HolesIT extends ThirtyComments {
  private static final ListedTable TABLE = new ListedTable("holes", Definitions.COMMENTS).open();

  HolesIT() {
    super(TABLE);
  }

  /// Leaves the index as a lost write does: with neither an entry nor a fence.
  private void outOfIndex(int number) {
    GroupRef ref = new GroupRef(ListedTable.GENERATION, "comments", new Group(group));
    InMemoryIndex index = (InMemoryIndex) TABLE.index();
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
    TABLE.intoTable(List.of(with(minute(6, 6), "rating", fromN("4"))));
    assertEquals(named(5, 8, 9, 10, 11), keys(query.filter("rating", 5).page(2)));
    assertFiled(hole(7, "5"));
  }

  @Test
  void noneBesideThePageAmongItemsThatTie() {
    TABLE.put(
        IntStream.range(100, 130)
            .mapToObj(i -> ListedTable.comment(key(i), group, "2024-05-01 01:00"))
            .toList());
    outOfIndex(29);
    assertEquals(named(102, 103, 104, 105, 106), keys(query.skip(31)));
    assertFiled();
  }

  @Test
  void noHoleIfTheIndexHasTheItemBehindThePage() {
    TABLE.intoTable(List.of(minute(12, 7)));
    assertShown(5, 6, 7, 8, 9);
    assertFiled(doubt(12, ELSEWHERE));
  }

  @Test
  void noneIfThePageIsReadWithoutTheIndex() {
    TABLE.outOfTable(key(2));
    assertEquals(
        named(0, 1, 3, 4, 5),
        keys(TABLE.asked(Broken.down()).group(group).order(Order.ASCENDING).size(5).page(1)));
    assertFiled();
  }

  @Test
  void suspectsAreFiledOnce() {
    TABLE.outOfTable(key(6));
    TABLE.outOfTable(key(7));
    assertDiagnosis(2, 2, assertShown(5, 8, 9, 10, 11));
    assertDiagnosis(2, 0, assertShown(5, 8, 9, 10, 11));
    assertFiled(doubt(6, NOT_THERE), doubt(7, NOT_THERE));
  }

  @Test
  void suspectsDoNotFailThePageIfTheyCannotBeFiled() {
    TABLE.outOfTable(key(6));
    TABLE
        .stateWire()
        .beforeRequests(
            _ -> {
              throw new IllegalStateException("rita");
            });
    Page page = assertShown(5, 7, 8, 9, 10);
    TABLE.stateWire().heal();
    assertDiagnosis(1, 0, page);
    assertInstanceOf(IllegalStateException.class, page.diagnosis().filingFailure().orElseThrow());
    assertFiled();
  }

  private static void assertDiagnosis(int suspects, int filed, Page page) {
    assertEquals(
        List.of(suspects, filed), List.of(page.diagnosis().suspects(), page.diagnosis().filed()));
  }
}
