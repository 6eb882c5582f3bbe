package pagemark.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Position;
import pagemark.index.VerdictCases.Case;

final class VerdictTest {
  private static final Bytes ITEM = Bytes.utf8("a");
  private static final Position PLACE = new Position(1, ITEM);

  @Test
  void judgesEveryCaseOfTheTableByItem() {
    for (Case each : VerdictCases.all()) {
      each.byItem()
          .ifPresent(
              verdict ->
                  assertEquals(
                      verdict,
                      Verdict.ofItem(each.op(ITEM, PLACE), each.seen(ITEM, PLACE)),
                      each::line));
    }
  }

  @Test
  void judgesEveryCaseOfTheTableByPlace() {
    for (Case each : VerdictCases.all()) {
      Op op = each.op(ITEM, PLACE);
      assertEquals(
          each.byPlace(),
          Verdict.ofPlace(op.rule().at(PLACE), each.seen(ITEM, PLACE), VerdictCases.cell(op)),
          each::line);
    }
  }
}
