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
import pagemark.index.IndexSettings;
import pagemark.index.Witness;
import pagemark.index.Witnesses;
import pagemark.repair.WitnessCheck;
import pagemark.state.Inexact;
import pagemark.state.WitnessNote;

/// Notices that the store is thinner than it was, and lets others notice.
///
/// A handler's writes check what was acknowledged to it. What they have missed makes the generation
/// inexact before the batch is acknowledged, since as long as all writers' notes tell. What no
/// write has checked is noted now and then, with the creation time of the oldest record that was
/// written since the last note: what is lost of the one was written since the other.
final class LossWatch {
  static final Duration NOTED_EVERY = Duration.ofMinutes(1);
  static final int UNNOTED_MAX = 1_024;

  /// More than a day of notes each minute.
  private static final int NOTES_MAX = 2_000;

  /// @param oldest the creation time of the oldest record
  private record Interval(Instant end, Instant oldest) {}

  private final SyncSetup setup;
  private final Supplier<String> names;
  private final Deque<Interval> intervals = new ArrayDeque<>();
  private @Nullable Instant oldest;
  private Instant notedAt = Instant.EPOCH;

  /// @param names one for each note
  LossWatch(SyncSetup setup, Supplier<String> names) {
    this.setup = setup;
    this.names = names;
  }

  /// A generation that has lost writes since then.
  record Loss(String listing, String generation, Instant since) {}

  /// Comes before every batch.
  ///
  /// @param created when the batch's oldest record was created
  void writing(Instant created) {
    oldest = oldest == null || created.isBefore(oldest) ? created : oldest;
  }

  /// Notes what is due, and what was lost.
  ///
  /// @param hasTime whether another call may begin
  /// @throws software.amazon.awssdk.core.exception.SdkException where that fails
  List<Loss> settle(BooleanSupplier hasTime) {
    Witnesses witnesses = setup.index().witnesses();
    List<Witness> gone = witnesses.gone();
    List<Witness> unnoted = witnesses.unnoted();
    if (gone.isEmpty() && !isDue(unnoted)) {
      return List.of();
    }
    Instant since = since(gone);
    note(Stream.of(unnoted, gone).flatMap(Collection::stream).toList(), since);
    witnesses.noted(unnoted);
    List<Loss> losses = marked(gone, since, hasTime);
    witnesses.settle(gone);
    return losses;
  }

  private boolean isDue(List<Witness> unnoted) {
    return unnoted.size() > UNNOTED_MAX
        || (!unnoted.isEmpty() && !setup.clock().instant().isBefore(notedAt.plus(NOTED_EVERY)));
  }

  /// Since when what is gone was written, and all that was not noted yet.
  private Instant since(List<Witness> gone) {
    Stream<Instant> written = Stream.ofNullable(oldest);
    if (!gone.isEmpty()) {
      Instant first = gone.stream().map(Witness::at).min(naturalOrder()).orElseThrow();
      Instant after = first.minus(setup.freshness().margin());
      Stream<Instant> noted =
          intervals.stream().filter(i -> !i.end().isBefore(after)).map(Interval::oldest);
      written = Stream.of(written, noted).flatMap(times -> times);
    }
    return written.min(naturalOrder()).orElseGet(setup.clock()::instant);
  }

  private void note(List<Witness> witnesses, Instant since) {
    Instant now = setup.clock().instant();
    Map<String, List<Witness>> byGeneration =
        witnesses.stream().collect(groupingBy(witness -> witness.group().generation()));
    for (List<Witness> ofOne : byGeneration.values()) {
      WitnessNote.of(ofOne, names, now, since).forEach(setup.writers().witnesses()::note);
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
      Instant now = setup.clock().instant();
      Inexact mark = new Inexact(Inexact.Cause.LOST_WRITES, since, now);
      setup.generations().mark(lost.listing(), lost.generation(), mark);
      losses.add(new Loss(lost.listing(), lost.generation(), begin(lost, since, hasTime)));
    }
    return losses;
  }

  /// As far back as the notes tell.
  private Instant begin(GroupRef lost, Instant since, BooleanSupplier hasTime) {
    return setup.live().stream()
        .filter(generation -> generation.id().equals(lost.generation()))
        .map(generation -> check().check(generation, hasTime).mark())
        .filter(Objects::nonNull)
        .map(Inexact::since)
        .filter(further -> further.isBefore(since))
        .findFirst()
        .orElse(since);
  }

  private WitnessCheck check() {
    return new WitnessCheck(
        setup.index(),
        setup.writers().witnesses(),
        setup.generations()::mark,
        IndexSettings.DEFAULT.witnessed(),
        setup.clock());
  }
}
