package pagemark.sync;

import static java.util.Comparator.naturalOrder;
import static java.util.stream.Collectors.groupingBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.index.GroupRef;
import pagemark.index.Witness;
import pagemark.index.Witnesses;
import pagemark.repair.IndexedTable;
import pagemark.repair.WitnessCheck;
import pagemark.state.Inexact;
import pagemark.state.writer.WitnessNotes.WitnessNote;
import pagemark.sync.BatchOutcome.Loss;
import pagemark.sync.GenerationTracker.Followed;

/// Detects that the store has lost acknowledged writes, and leaves notes so that others can detect
/// it too.
///
/// 1. Each write checks the witness of the write before it in the same slot.
/// 2. If a witness is gone, the generation is marked inexact before the batch is acknowledged. The
///    notes of all writers say how far back the loss may go.
/// 3. Witnesses that no later write has checked are noted in `pagemark-state` each minute, or
///    earlier if there are over 1,024 new ones. A note has the creation time of the oldest record
///    that was written since the last note. If the store has lost what was written after some note,
///    records since the times of all later notes may be lost.
///
/// If over 1,024 are not noted, a note has only the latest witness of each range of slots, and
/// those that nobody has checked for a minute. The next write in their slots checks most of the
/// others before that.
final class LossWatch {
  static final Duration NOTED_EVERY = Duration.ofMinutes(1);
  static final int UNNOTED_MAX = 1_024;

  /// More than a day of notes, one each minute.
  private static final int NOTES_MAX = 2_000;

  /// The writes between two notes.
  ///
  /// @param oldest creation time of the oldest record that was written
  private record Interval(Instant end, Instant oldest) {}

  private final IndexedTable table;
  private final Followed followed;
  private final Supplier<String> names;
  private final Deque<Interval> intervals = new ArrayDeque<>();
  private @Nullable Instant oldest;
  private Instant notedAt = Instant.EPOCH;

  /// When the store acknowledged the latest write before the last note.
  private Instant seen = Instant.MIN;

  /// @param names gives each note a new name
  LossWatch(IndexedTable table, Followed followed, Supplier<String> names) {
    this.table = table;
    this.followed = followed;
    this.names = names;
  }

  /// Must be called before a batch is written.
  ///
  /// @param created creation time of the batch's oldest record
  void writing(Instant created) {
    oldest = oldest == null || created.isBefore(oldest) ? created : oldest;
  }

  /// Writes the notes that are due, and marks the generations that have lost writes.
  ///
  /// @param hasTime whether another call may begin
  /// @return the generations that have lost writes
  List<Loss> settle(BooleanSupplier hasTime) {
    return table.index().witnesses().map(all -> settle(all, hasTime)).orElse(List.of());
  }

  private List<Loss> settle(Witnesses witnesses, BooleanSupplier hasTime) {
    List<Witness> gone = witnesses.gone();
    List<Witness> unnoted = witnesses.unnoted();
    if (gone.isEmpty() && !isDue(unnoted)) {
      return List.of();
    }
    Instant since = since(gone);
    List<Witness> due = due(witnesses, unnoted);
    note(Stream.of(due, gone).flatMap(Collection::stream).toList(), since);
    witnesses.noted(due);
    seen = unnoted.isEmpty() ? seen : unnoted.getLast().at();
    List<Loss> losses = marked(gone, since, hasTime);
    witnesses.settle(gone);
    return losses;
  }

  private boolean isDue(List<Witness> unnoted) {
    return unnoted.stream().filter(witness -> witness.at().isAfter(seen)).count() > UNNOTED_MAX
        || (!unnoted.isEmpty() && !table.clock().instant().isBefore(notedAt.plus(NOTED_EVERY)));
  }

  /// The witnesses to note: all, or a part if they are many.
  private static List<Witness> due(Witnesses witnesses, List<Witness> unnoted) {
    if (unnoted.size() <= UNNOTED_MAX) {
      return unnoted;
    }
    Instant waiting = unnoted.getLast().at().minus(NOTED_EVERY);
    Stream<Witness> sample = witnesses.sample().stream().filter(w -> w.at().isAfter(waiting));
    return Stream.concat(unnoted.stream().filter(w -> !w.at().isAfter(waiting)), sample).toList();
  }

  /// The creation time of the oldest record among the lost writes and the writes that are not noted
  /// yet.
  private Instant since(List<Witness> gone) {
    Stream<Instant> written = Stream.ofNullable(oldest);
    if (!gone.isEmpty()) {
      Instant first = gone.stream().map(Witness::at).min(naturalOrder()).orElseThrow();
      Instant after = first.minus(table.freshness().margin());
      Stream<Instant> noted =
          intervals.stream().filter(i -> !i.end().isBefore(after)).map(Interval::oldest);
      written = Stream.of(written, noted).flatMap(times -> times);
    }
    return written.min(naturalOrder()).orElseGet(table.clock()::instant);
  }

  private void note(List<Witness> witnesses, Instant since) {
    Instant now = table.clock().instant();
    Map<String, List<Witness>> byGeneration =
        witnesses.stream().collect(groupingBy(witness -> witness.group().generation()));
    for (List<Witness> ofOne : byGeneration.values()) {
      Instant at = ofOne.stream().map(Witness::at).max(naturalOrder()).orElseThrow();
      WitnessNote.of(ofOne, names, at, since).forEach(table.writers().witnesses()::note);
    }
    if (oldest != null) {
      intervals.addLast(new Interval(now, oldest));
    }
    if (intervals.size() > NOTES_MAX) {
      intervals.removeFirst();
    }
    notedAt = now;
    oldest = null;
  }

  private List<Loss> marked(List<Witness> gone, Instant since, BooleanSupplier hasTime) {
    Map<String, GroupRef> generations = new LinkedHashMap<>();
    gone.forEach(witness -> generations.put(witness.group().generation(), witness.group()));
    List<Loss> losses = new ArrayList<>();
    for (GroupRef lost : generations.values()) {
      Instant now = table.clock().instant();
      Inexact mark = new Inexact(Inexact.Cause.LOST_WRITES, since, now);
      followed.generations().mark(lost.listing(), lost.generation(), mark);
      losses.add(new Loss(lost.listing(), lost.generation(), begin(lost, since, hasTime)));
    }
    return losses;
  }

  /// The begin of the loss: earlier than `since` if the notes of other writers say so.
  private Instant begin(GroupRef lost, Instant since, BooleanSupplier hasTime) {
    WitnessCheck check = WitnessCheck.of(table, followed.generations()::mark);
    return followed.live().stream()
        .filter(generation -> generation.id().equals(lost.generation()))
        .map(generation -> check.check(generation, hasTime).mark())
        .filter(Objects::nonNull)
        .map(Inexact::since)
        .filter(further -> further.isBefore(since))
        .findFirst()
        .orElse(since);
  }
}
