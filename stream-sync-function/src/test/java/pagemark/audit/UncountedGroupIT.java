package pagemark.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pagemark.audit.Audit.AuditSetup;
import pagemark.audit.AuditResult.Count;
import pagemark.dynamodb.UncountedGroup;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Op;
import pagemark.index.Sequence;
import pagemark.listing.Indexable.Indexed;
import pagemark.repair.IndexedTables;
import pagemark.sql.SqlServer;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.state.Inexact;
import pagemark.state.SampleGenerations;
import pagemark.sync.LocalServers;
import pagemark.sync.TableModel;
import pagemark.table.InMemoryItems;

/// Audits of a group whose root counts nothing while its leaves hold entries, one of them a ghost.
/// Such a group was once passed over: the audit found nothing, and cleared the marks.
final class UncountedGroupIT {
  private static final Generation GENERATION =
      SampleGenerations.comments("g1", Generation.State.BUILDING);
  private static final GroupRef SHIRT = new GroupRef("g1", "comments", new Group("SHIRT"));
  private static final int ITEMS = 300;
  private static final Inexact MARK =
      new Inexact(Inexact.Cause.MISSED_RECORDS, Instant.EPOCH, Instant.EPOCH);

  private final InMemoryItems table = new InMemoryItems();
  private final InMemoryState state = new InMemoryState();

  @Test
  void isFoundAndRepaired() {
    try (LocalServers servers = new LocalServers(SqlServer.SQLITE)) {
      String url = "dynamodb:uncounted?endpoint=" + servers.endpoint;
      UncountedGroup damage = new UncountedGroup(url);
      try (IndexStore index = IndexStores.open(url, IndexSettings.DEFAULT)) {
        fill(index);
        damage.plant(SHIRT);
        isFoundAndRepaired(index);
        damage.exchange(SHIRT); // the sum is right, so the size of the group tells nothing
        AuditResult found = audit(index, false);
        assertEquals(List.of(0L, 2L), List.of(found.different(), found.count(Count.MISCOUNTED)));
        assertEquals(2, audit(index, true).count(Count.MISCOUNTED));
        assertEquals(0, audit(index, false).drift());
      }
    }
  }

  private void isFoundAndRepaired(IndexStore index) {
    AuditResult found = audit(index, false);
    assertTrue(found.count(Count.MISCOUNTED) > 0, found::toString);
    assertEquals(Map.of(Count.GHOST, 1L), found.differences());
    assertFalse(found.isClean());
    assertEquals(Set.of(MARK), marks());

    AuditResult repaired = audit(index, true);
    assertEquals(found.count(Count.MISCOUNTED), repaired.count(Count.MISCOUNTED));
    assertTrue(repaired.isClean() && repaired.count(Count.SETTLED) == 1, repaired::toString);
    assertEquals(Set.of(), marks(), "all of the index was compared");
    assertEquals(
        ITEMS, index.inspector().sizes(List.of(SHIRT), List.of()).getFirst().all(), "counted");
    AuditResult clean = audit(index, false);
    assertEquals(0, clean.drift(), clean::toString);
  }

  private Set<Inexact> marks() {
    return state.serving("comments").orElseThrow().inexact();
  }

  private void fill(IndexStore index) {
    index.markers().building("g1", "nonce", Instant.EPOCH);
    index.markers().ready("g1", "nonce");
    List<Op> ops = new ArrayList<>();
    for (int i = 0; i < ITEMS; i++) {
      var item = TableModel.comment("writer" + i, "SHIRT", 1 + i % 30);
      table.byKey().put(Map.of("PK", item.get("PK")), item);
      ops.add(op("writer" + i, ((Indexed) GENERATION.definition().indexable(item)).entry()));
    }
    var ghost = GENERATION.definition().indexable(TableModel.comment("ghost", "SHIRT", 9));
    ops.add(op("ghost", ((Indexed) ghost).entry()));
    index.writer().write(List.of(new GroupWrite(SHIRT, ops)));
    state.register(GENERATION);
    state.serve("comments", "g1");
    state.mark("comments", "g1", MARK);
  }

  private static Op op(String writer, Entry entry) {
    return new Op(Bytes.utf8(writer), new Sequence("1"), entry, Set.of());
  }

  private AuditResult audit(IndexStore index, boolean repair) {
    InstantSource clock = InstantSource.system();
    AuditSetup setup =
        new AuditSetup(
            IndexedTables.of(table, index.writer(), index.markers(), state, state, clock),
            index.inspector(),
            table.scan(),
            new Random(1));
    AuditSettings settings = new AuditSettings(1, 0, 1, repair, Duration.ZERO, Instant.MAX);
    return new Audit(setup, settings).run(state.serving("comments").orElseThrow());
  }
}
