package pagemark.repair;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Group;
import pagemark.index.ForwardingWriter;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.LookResult;
import pagemark.index.PageIndexWriter;
import pagemark.state.Generation;
import pagemark.state.Inexact;
import pagemark.sync.LossScenario;
import pagemark.sync.StreamSync;
import pagemark.sync.SyncFixture;

/// An index comes back with less data, and nobody writes. The check of the witnesses that writers
/// noted finds the loss.
final class WitnessCheckTest extends LossScenario {
  /// Some groups of the store cannot be reached.
  private static final class Unread extends ForwardingWriter {
    private final Set<String> groups;

    Unread(PageIndexWriter index, Set<String> groups) {
      super(index);
      this.groups = groups;
    }

    @Override
    public List<LookResult> look(List<GroupLook> looks) {
      return looks.stream().map(this::look).toList();
    }

    private LookResult look(GroupLook look) {
      String group = look.group().group().text();
      return groups.contains(group)
          ? new LookResult.Failed(new IndexException.Unavailable(group + " is down", null))
          : writer.look(List.of(look)).getFirst();
    }
  }

  private Optional<Inexact> check() {
    WitnessCheck.Result result = check(index.writer());
    assertEquals(null, result.unchecked());
    return Optional.ofNullable(result.mark());
  }

  private WitnessCheck.Result check(PageIndexWriter store) {
    return new WitnessCheck(store, fixture.writers.witnesses(), fixture.state::mark, clock)
        .check(fixture.generations().getFirst(), () -> true);
  }

  /// Writes one item a minute into each group, after another one.
  ///
  /// @return loses these again
  private Runnable written(String... groups) {
    sync(table.comment("a", "SHIRT"));
    pass(Duration.ofMinutes(1));
    Runnable restored = index.saved();
    for (String group : groups) {
      sync(table.comment("item" + group, group));
      pass(Duration.ofMinutes(1));
    }
    return restored;
  }

  @Test
  void theCheckFindsALossAfterWhichNobodyWrites() {
    Instant since = now.plus(Duration.ofMinutes(1));
    Runnable restored = written("CAP", "MUG");
    assertEquals(Optional.empty(), check());
    assertEquals(Set.of(), marks());
    restored.run();
    assertEquals(lost(since), Set.of(check().orElseThrow()));
    assertEquals(lost(since), marks());
    assertEquals(1, notes().size(), "what was judged is not judged again");
    assertEquals(Optional.empty(), check());
  }

  /// Two groups have lost entries, and one of them cannot be reached.
  @Test
  void checksTheRestIfSomeWitnessesCannotBeLookedUp() {
    Instant since = now.plus(Duration.ofMinutes(1));
    written("CAP", "MUG").run();
    WitnessCheck.Result result = check(new Unread(index.writer(), Set.of("CAP", "MUG")));
    assertEquals(new WitnessCheck.Result(null, "CAP is down"), result);
    assertEquals(Set.of(), marks());
    result = check(new Unread(index.writer(), Set.of("CAP")));
    assertEquals(since, requireNonNull(result.mark()).since());
    assertEquals("CAP is down", result.unchecked());
    assertEquals(lost(since), Set.of(check().orElseThrow()));
    assertEquals(Optional.empty(), check());
  }

  @Test
  void theLossBeginsWithTheOldestNoteThatIsBroken() {
    Instant since = now.plus(Duration.ofMinutes(1));
    String[] groups = IntStream.range(0, 10).mapToObj(i -> "group" + i).toArray(String[]::new);
    written(groups).run();
    StreamSync other = fixture.consumer();
    for (int i = 3; i < 10; i++) {
      sync(other, List.of(table.comment("item" + groups[i], groups[i])));
    }
    assertEquals(Set.of(), marks(), "the other one has nothing to compare");
    assertEquals(lost(since), Set.of(check().orElseThrow()));
  }

  /// Each slot may come back alone.
  private static final class Parts extends ForwardingWriter {
    Parts(PageIndexWriter index) {
      super(index);
    }

    @Override
    public String part(GroupRef group) {
      return Integer.toString(InMemoryIndex.slotNumber(group));
    }
  }

  /// Only the slot of SHIRT is lost. What was not written again is "x", of which no note tells.
  @Test
  void aPartThatIsWholeProvesNothingForAnother() {
    String id = fixture.generations().getFirst().id();
    int slot = InMemoryIndex.slotNumber(new GroupRef(id, "comments", new Group("SHIRT")));
    sync(table.comment("a", "SHIRT"));
    pass(Duration.ofMinutes(1));
    Runnable restored = index.saved(slot);
    Instant since = now;
    sync(table.comment("x", "SHIRT"), table.comment("b", "SHIRT"));
    pass(Duration.ofMinutes(1));
    String other =
        IntStream.range(0, 99)
            .mapToObj(i -> "other" + i)
            .filter(
                group ->
                    InMemoryIndex.slotNumber(new GroupRef(id, "comments", new Group(group)))
                        != slot)
            .findFirst()
            .orElseThrow();
    sync(table.comment("whole", other));
    pass(Duration.ofMinutes(1));
    sync(table.comment("c", "SHIRT"));
    restored.run();
    sync(fixture.consumer(), List.of(table.comment("b", "SHIRT")));
    WitnessCheck.Result result = check(new Parts(index.writer()));
    assertEquals(since, requireNonNull(result.mark()).since());
  }

  /// Its marker says so, and only a rebuild helps.
  @Test
  void aLostSlotIsNoLostWrite() {
    sync(table.comment("a", "SHIRT"));
    index.flush();
    assertEquals(Optional.empty(), check());
  }

  /// Else nobody finds the loss again.
  @Test
  void notesStayIfTheMarkCannotBeSet() {
    Runnable restored = index.saved();
    sync(table.comment("a", "SHIRT"));
    restored.run();
    pass(Duration.ofMinutes(-1)); // the writer's clock was ahead
    WitnessCheck.Marking down =
        (_, _, _) -> {
          throw new IllegalStateException("down");
        };
    WitnessCheck check = new WitnessCheck(index.writer(), fixture.writers.witnesses(), down, clock);
    Generation generation = fixture.generations().getFirst();
    assertThrows(IllegalStateException.class, () -> check.check(generation, () -> true));
    pass(Duration.ofMinutes(1));
    assertEquals(1, notes().size());
  }

  @Test
  void fencesThatExpiredByAgeAreNoLoss() {
    sync(table.comment("a", "SHIRT"));
    pass(IndexSettings.DEFAULT.witnessed().plusSeconds(1));
    for (String group : List.of("SHIRT", "CAP", "MUG", "PEN")) {
      index.forgetFences(
          new GroupRef(fixture.generations().getFirst().id(), "comments", new Group(group)));
    }
    assertEquals(Optional.empty(), check());
    sync(table.comment("b", "SHIRT"));
    assertEquals(Set.of(), marks());
  }

  @Test
  void recordsThatAreReadAgainMakeNotesWholeOrTheyAreForgotten() {
    sync(table.comment("whole", "PEN"));
    pass(Duration.ofMinutes(2));
    Instant first = now;
    List<DynamodbStreamRecord> records = new ArrayList<>();
    Runnable restored = index.saved();
    for (int i = 0; i < 20; i++) {
      records.add(table.comment("item" + i % 5, "group" + i % 3));
      sync(records.getLast());
      pass(Duration.ofMinutes(1));
    }
    pass(Duration.ofHours(14));
    restored.run();
    Inexact mark = check().orElseThrow();
    assertEquals(first, mark.since());
    for (DynamodbStreamRecord record : records) {
      assertEquals(null, SyncFixture.deliver(fixture.consumer(), List.of(record)));
    }
    fixture.state.clear("comments", fixture.generations().getFirst().id(), mark);
    assertEquals(Set.of(), marks());
    assertEquals(Optional.empty(), check());
    List<String> groups = IntStream.range(0, 3).mapToObj(i -> "group" + i).toList();
    fixture.assertHolds(groups, table.items(), "after they were read again");
    for (String group : groups) {
      sync(table.comment("new" + group, group));
    }
    assertNotEquals(0, notes().size());
    assertEquals(Optional.empty(), check());
  }
}
