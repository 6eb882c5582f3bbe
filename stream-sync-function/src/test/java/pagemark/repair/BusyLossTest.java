package pagemark.repair;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.index.Fence;
import pagemark.index.ForwardingWriter;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.LookResult;
import pagemark.index.LookResult.Register;
import pagemark.index.Witness;
import pagemark.state.Generation;
import pagemark.state.Generation.GenerationId;
import pagemark.state.Inexact;
import pagemark.state.SampleGenerations;
import pagemark.state.StateStore;
import pagemark.state.writer.WitnessNotes;
import pagemark.state.writer.WitnessNotes.WitnessNote;
import pagemark.sync.LossScenario;

/// A store of fifty nodes loses its last twelve seconds, at 2,000 writes a second. Two writers have
/// noted each of the 172,800,000 writes of the day. Notes and registers are calculated when they
/// are read.
final class BusyLossTest extends LossScenario {
  private static final int SECONDS = 86_400;
  private static final int WRITERS = 2;
  private static final int PER_NOTE = 1_000;
  private static final int NODES = 50;
  private static final int LOOKED_MAX = 200_000;

  private static final Instant NOW = BEGIN.plusSeconds(SECONDS);
  private static final Instant LOST = NOW.minusSeconds(12);

  private final List<Inexact> marks = new ArrayList<>();
  private Generation generation = fixture.generations().getFirst();
  private Instant lostAfter = LOST;
  private int calls = 500;
  private int looked;

  /// The note of a writer's second.
  private WitnessNote ofSecond(int second, int writer) {
    Instant begin = BEGIN.plusSeconds(second);
    List<Witness> witnesses =
        IntStream.range(0, PER_NOTE).mapToObj(i -> witness(begin.plusMillis(i), writer)).toList();
    Instant at = witnesses.getLast().at();
    Instant since = begin.minusMillis(500);
    return new WitnessNote("comments", generation.id(), "w" + writer, at, since, witnesses);
  }

  private Witness witness(Instant at, int writer) {
    String node = "node " + at.toEpochMilli() % NODES;
    GroupRef group = new GroupRef(generation.id(), "comments", new Group(node));
    String number = "%d%d".formatted(at.toEpochMilli(), writer);
    return new Witness(group, Bytes.utf8(number), Fence.of(number, null), null, at);
  }

  private final class Notes implements WitnessNotes {
    @Override
    public StateStore state() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void note(WitnessNote note) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Stream<WitnessNote> notes(String listing, String id, Instant from, Instant to) {
      return IntStream.range(0, SECONDS * WRITERS)
          .mapToObj(i -> ofSecond(SECONDS - 1 - i / WRITERS, i % WRITERS))
          .takeWhile(note -> !note.at().isBefore(from));
    }

    @Override
    public void forget(WitnessNote note) {}
  }

  /// A tenth of the items were never written again.
  private final class Store extends ForwardingWriter {
    private final Predicate<String> lost;

    /// @param lost whether a node has lost its last writes
    Store(Predicate<String> lost) {
      super(index.writer());
      this.lost = lost;
    }

    @Override
    public String part(GroupRef group) {
      return group.group().text();
    }

    @Override
    public List<LookResult> look(List<GroupLook> looks) {
      looked += looks.size();
      return looks.stream().map(this::look).toList();
    }

    private LookResult look(GroupLook look) {
      String number = look.items().getFirst().item().text();
      Instant at = Instant.ofEpochMilli(Long.parseLong(number) / 10);
      boolean isGone = at.isAfter(lostAfter) && lost.test(part(look.group()));
      String mark = number.hashCode() % 10 == 0 ? number : number + "0";
      Register register = new Register(isGone ? null : Fence.of(mark, null), false);
      return new LookResult.Looked(NOW, List.of(register));
    }
  }

  /// There is time for half a million witnesses.
  private Instant since(Predicate<String> lost) {
    int[] left = {calls};
    WitnessCheck.Result result =
        new WitnessCheck(new Store(lost), new Notes(), (_, _, mark) -> marks.add(mark), () -> NOW)
            .check(generation, () -> left[0]-- > 0);
    assertEquals(calls == 1 ? "no time is left" : null, result.unchecked());
    assertEquals(List.of(requireNonNull(result.mark())), marks);
    return marks.getFirst().since();
  }

  private void assertBounded(Predicate<String> lost) {
    Duration before = Duration.between(since(lost), LOST);
    assertTrue(
        !before.isNegative() && before.compareTo(Duration.ofMinutes(1)) <= 0, () -> "" + before);
    assertTrue(looked <= LOOKED_MAX, () -> looked + " witnesses were looked up");
  }

  @Test
  void aLossOfTheWholeStoreIsBoundedToAMinute() {
    assertBounded(_ -> true);
  }

  @Test
  void aLossOfOneNodeIsBoundedToAMinute() {
    assertBounded("node 7"::equals);
  }

  /// Another note of that second may tell of an older record.
  @Test
  void aLossThatWasNotReadToItsEndMayBeADayOld() {
    lostAfter = NOW.minusMillis(500);
    calls = 1;
    assertEquals(NOW.minusSeconds(SECONDS), since(_ -> true));
  }

  @Test
  void aLossWithAnUnknownBeginIsNotOlderThanItsGeneration() {
    Instant birth = NOW.minusSeconds(3_600);
    generation = SampleGenerations.comments(GenerationId.next(birth), Generation.State.SERVING);
    calls = 1;
    assertEquals(birth, since(_ -> true));
  }
}
