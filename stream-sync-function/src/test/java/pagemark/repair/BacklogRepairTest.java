package pagemark.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.GroupDump;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.Op;
import pagemark.index.Sequence;
import pagemark.listing.json.Listings;
import pagemark.repair.BacklogRepair.Result;
import pagemark.state.Generation;
import pagemark.state.Inexact;
import pagemark.state.QuarantinedItem;
import pagemark.state.SampleGenerations;
import pagemark.state.Suspect;
import software.amazon.awssdk.core.exception.SdkClientException;

final class BacklogRepairTest extends BacklogScenario {
  private static final Group SHIRT = new Group("SHIRT");
  private static final GroupRef REF = new GroupRef("g1", "comments", SHIRT);

  @BeforeEach
  void serve() {
    serve("g1");
  }

  private static Position position(String writer) {
    return new Position(1714521600, Bytes.utf8(writer));
  }

  private void suspect(String generation, String writer) {
    suspect(generation, writer, "SHIRT");
  }

  private void suspect(String generation, String writer, String group) {
    suspects.file(
        new Suspect(
            "comments",
            generation,
            key(writer),
            group,
            new Entry(Cell.WHOLE, position(writer)),
            "promised, and not there",
            now));
  }

  private GroupDump dump() {
    return index.dump(REF);
  }

  /// Readers do not know the cell of the entry that they saw.
  @Test
  void aGhostThatAReaderSawLeavesItsCell() {
    index.plant(REF, new Entry(new Cell("4.2"), position("ghost")), true);
    index.plant(REF, new Entry(new Cell("0.0"), position("rita")), true);
    put("rita", fromS("2024-05-01 00:00"));
    suspect("g1", "ghost");
    suspect("g1", "rita");

    assertEquals(new Result(2, 0, 0), backlog.suspects("comments", () -> true));
    assertEquals(Map.of(new Cell("0.0"), List.of(position("rita"))), dump().cells());
    assertEquals(List.of(), suspects.list("comments", "", 10));
  }

  private void hole(String writer) {
    suspects.file(
        new Suspect(
            "comments",
            "g1",
            key(writer),
            "SHIRT",
            new Entry(new Cell("0.0"), position(writer)),
            "the index does not have the item here",
            now));
  }

  /// The index has lost rita's entry and its fence, and no record of hers will come.
  @Test
  void anEntryThatAReaderMissedComesBack() {
    put("rita", fromS("2024-05-01 00:00"));
    hole("rita");
    hole("deleted meanwhile");
    assertEquals(new Result(2, 0, 0), backlog.suspects("comments", () -> true));
    assertEquals(Map.of(new Cell("0.0"), List.of(position("rita"))), dump().cells());
    assertEquals(List.of(), suspects.list("comments", "", 10));
  }

  @Test
  void aSuspectOfAGenerationThatIsGoneIsForgotten() {
    suspect("g0", "rita");
    assertEquals(new Result(1, 0, 0), backlog.suspects("comments", () -> true));
    assertEquals(List.of(), suspects.list("comments", "", 10));
    assertEquals(0, itemsRead);
  }

  /// Once it ended each run, for all listings.
  @Test
  void aSuspectWithoutAReadableKeyKeepsNoOtherFromItsTurn() {
    Bytes noText = Bytes.of(new byte[] {(byte) 0xff});
    suspects.file(
        new Suspect(
            "comments",
            "g1",
            key("unreadable"),
            "SHIRT",
            new Entry(Cell.WHOLE, new Position(1, noText)),
            "promised, and not there",
            now));
    suspect("g1", "ghost");
    assertEquals(new Result(2, 0, 0), backlog.suspects("comments", () -> true));
  }

  @Test
  void aSuspectThatGoesIntoQuarantineIsTriedOnce() {
    put("poison", fromN("1"));
    suspect("g1", "poison");
    var redrive = BacklogRepair.Redrive.run(backlog, "comments", () -> true);
    assertEquals(1, redrive.json(false).get("poison"));
  }

  /// The run is killed, or the state table fails, between the two.
  @Test
  void aSuspectThatIsPoisonGoesOnceItIsInQuarantine() {
    put("poison", fromN("1"));
    suspect("g1", "poison");
    quarantineIsDown = true;
    assertThrows(
        SdkClientException.class, () -> backlog.suspects("comments", () -> true), "not kept");
    assertEquals(1, suspects.list("comments", "", 10).size());

    quarantineIsDown = false;
    assertEquals(new Result(0, 1, 0), backlog.suspects("comments", () -> true));
    assertEquals(key("poison"), state.list("comments", "", 10).getFirst().key());
    assertEquals(List.of(), suspects.list("comments", "", 10));
  }

  @Test
  void moreSuspectsThanARoundHoldsAreAllSettled() {
    for (int i = 0; i < 2_300; i++) {
      index.plant(REF, new Entry(new Cell("4.2"), position("ghost" + i)), true);
      suspect("g1", "ghost" + i);
    }
    assertEquals(new Result(2_300, 0, 0), backlog.suspects("comments", () -> true));
    assertEquals(List.of(), dump().all());
  }

  /// The node of one group is down.
  @Test
  void suspectsBehindThousandsThatCannotBeSettledHaveTheirTurn() {
    for (int i = 0; i < 2_300; i++) {
      suspect("g1", "stuck" + i, "STUCK");
    }
    for (int i = 0; i < 100; i++) {
      index.plant(REF, new Entry(new Cell("4.2"), position("ghost" + i)), true);
      suspect("g1", "ghost" + i);
    }
    assertEquals(new Result(100, 0, 2_300), backlog.suspects("comments", () -> true));
    assertEquals(List.of(), dump().all());
    assertEquals(2_300, suspects.list("comments", "", 10_000).size());
    assertTrue(reads <= 30, () -> reads + " rounds: one that fails is not repeated");
  }

  /// Each run has time for a page.
  @Test
  void runsThatEndEarlyReachAllSuspectsInTheEnd() {
    for (int i = 0; i < 3_000; i++) {
      suspect("g1", "stuck" + i, "STUCK");
    }
    index.plant(REF, new Entry(new Cell("4.2"), position("ghost")), true);
    suspect("g1", "ghost");
    for (int run = 0; run < 100 && !dump().all().isEmpty(); run++) {
      now = now.plusSeconds(300);
      int pages = reads;
      backlog.suspects("comments", () -> reads < pages + 10);
    }
    assertEquals(List.of(), dump().all());
  }

  @Test
  void aRunThroughTheQuarantineStopsWhenTheTimeIsOver() {
    for (int i = 0; i < 1_000; i++) {
      quarantine("gone" + i);
    }
    assertEquals(new Result(0, 0, 0), backlog.quarantined("comments", () -> false));
    int before = reads;
    backlog.quarantined("comments", () -> reads < before + 3);
    assertEquals(700, state.list("comments", "", 10_000).size());
  }

  @Test
  void suspectsThatCannotBeSettledStay() {
    tableIsDown = true;
    suspect("g1", "rita");
    quarantine("ab");
    assertEquals(new Result(0, 0, 1), backlog.suspects("comments", () -> true));
    assertEquals(new Result(0, 0, 1), backlog.quarantined("comments", () -> true));
    now = now.plusSeconds(86_400);
    assertEquals(new Result(0, 0, 1), backlog.quarantinedAndDue("comments", () -> true));
    assertEquals(1, suspects.list("comments", "", 10).size());
    assertEquals(1, state.list("comments", "", 10).size());
  }

  private void quarantine(String writer) {
    state.add(new QuarantinedItem("comments", key(writer), new Sequence("5"), "SK must be", now));
  }

  @Test
  void correctedAndDeletedItemsLeaveQuarantine() {
    for (int i = 0; i < 250; i++) {
      quarantine("gone" + i);
    }
    quarantine("mended");
    quarantine("poison");
    put("mended", fromS("2024-05-01 00:00"));
    put("poison", fromN("1"));

    assertEquals(new Result(251, 1, 0), backlog.quarantined("comments", () -> true));
    assertEquals(
        Set.of(key("poison")),
        Set.copyOf(state.list("comments", "", 10).stream().map(QuarantinedItem::key).toList()));
    assertEquals(List.of(position("mended")), dump().all());
  }

  /// The listing is corrected, and its new index takes the item.
  @ParameterizedTest
  @ValueSource(strings = {"g0", "g2"})
  void whatIsPoisonInOneOfTwoIndexesStays(String other) {
    String byNumber =
        """
        { "comments": {
            "table": "comments",
            "group": { "attribute": "PK2" },
            "sort":  { "attribute": "SK", "type": "integer" },
            "key":   [ { "attribute": "PK" } ],
            "attributes": "*" } }
        """;
    state.register(
        SampleGenerations.of(
            Listings.parse(byNumber, Map.of()).find("comments").orElseThrow(),
            other,
            Generation.State.BUILDING));
    quarantine("rita");
    put("rita", fromN("1"));
    assertEquals(new Result(0, 1, 0), backlog.quarantined("comments", () -> true));
    assertEquals(1, state.list("comments", "", 10).size());
    int before = itemsRead;
    assertEquals(new Result(0, 1, 0), backlog.quarantinedAndDue("comments", () -> true));
    assertEquals(before, itemsRead, "it is not due again before the new index serves");
    state.serve("comments", other);
    assertEquals(new Result(1, 0, 0), backlog.quarantinedAndDue("comments", () -> true));
    assertEquals(0, state.list("comments", "", 10).size());
  }

  @Test
  void withoutAnIndexPoisonStays() {
    quarantine("rita");
    state.retire("comments");
    assertEquals(new Result(0, 0, 1), backlog.quarantined("comments", () -> true));
    assertEquals(1, state.list("comments", "", 10).size());
  }

  @Test
  void aLaterRecordOfACorrectedItemAppliesNormally() {
    quarantine("mended");
    put("mended", fromS("2024-05-01 00:00"));
    backlog.quarantined("comments", () -> true);
    for (String sequence : List.of("4", "6")) {
      Op removal = new Op(Bytes.utf8("mended"), new Sequence(sequence), null, Set.of());
      index.write(List.of(new GroupWrite(REF, List.of(removal))));
      assertEquals(sequence.equals("4") ? 1 : 0, dump().all().size(), "an older one does not");
    }
  }

  /// More than repairs settle one by one.
  @Test
  void tooManySuspectsMarkTheGenerationAndNameTheRebuild() {
    for (int i = 0; i < BacklogRepair.SUSPECTS_MAX; i++) {
      suspect("g1", "ghost" + i);
    }
    backlog.suspects("comments", () -> false);
    assertEquals(Set.of(), state.serving("comments").orElseThrow().inexact());

    suspect("g1", "one more");
    backlog.suspects("comments", () -> false);
    Inexact mark = state.serving("comments").orElseThrow().inexact().iterator().next();
    assertEquals(Inexact.Cause.TOO_MANY_SUSPECTS, mark.cause());
    assertEquals("`pagemark rebuild --listing comments`", mark.cause().remedy("comments", "table"));
    assertEquals(
        BacklogRepair.SUSPECTS_MAX + 1, suspects.count("comments", 200_000), "none is dropped");
  }
}
