package pagemark.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.repair.IndexedTables;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.state.Inexact;
import pagemark.state.Inexact.Cause;
import pagemark.state.SampleGenerations;
import pagemark.sync.TableModel;
import pagemark.table.InMemoryItems;

/// An audit of an index that misses an item, and is marked as one that may.
final class ClearedMarksTest {
  private static final Instant NOW = Instant.parse("2026-11-21T00:00:00Z");

  private final InMemoryIndex index = new InMemoryIndex(() -> NOW, IndexSettings.DEFAULT);
  private final InMemoryState state = new InMemoryState();
  private final InMemoryItems table = new InMemoryItems();

  @BeforeEach
  void serve() {
    state.register(SampleGenerations.comments("g1", Generation.State.BUILDING));
    state.serve("comments", "g1");
    index.building("g1", "nonce", Instant.EPOCH);
    index.ready("g1", "nonce");
    table.byKey().put(Map.of("PK", fromS("rita")), TableModel.comment("rita", "SHIRT", 1));
  }

  private Set<Cause> marked(Cause... causes) {
    List.of(causes).forEach(cause -> state.mark("comments", "g1", new Inexact(cause, NOW, NOW)));
    return Set.of(causes);
  }

  private Set<Cause> audited(AuditSettings settings) {
    AuditSetup setup =
        new AuditSetup(
            IndexedTables.of(table, index, index, state, state, () -> NOW),
            index,
            table.scan(),
            new Random(1));
    Generation serving = state.serving("comments").orElseThrow();
    Audit.clear(state, new Audit(setup, settings, AuditListener.NONE).run(serving));
    return state.serving("comments").orElseThrow().inexact().stream()
        .map(Inexact::cause)
        .collect(Collectors.toSet());
  }

  private static AuditSettings settings(double sample, boolean repair) {
    return new AuditSettings(sample, 1, repair, Duration.ZERO, Instant.MAX);
  }

  @Test
  void onlyARepairOfAllClearsMarks() {
    Set<Cause> marks = marked(Cause.MISSED_RECORDS, Cause.GIVEN_UP_RECORDS, Cause.LOST_WRITES);
    assertEquals(marks, audited(settings(1, false)));
    assertEquals(marks, audited(settings(0.999, true)));
    assertEquals(Set.of(), audited(settings(1, true)));
  }

  /// What is written after the audit does not reach the index either.
  @Test
  void aMarkOfAStreamThatNobodyCanFollowStays() {
    marked(Cause.MISSED_RECORDS);
    Set<Cause> lasting = marked(Cause.STREAM_OFF, Cause.STREAM_WITHOUT_IMAGES);
    assertEquals(lasting, audited(settings(1, true)));
  }
}
