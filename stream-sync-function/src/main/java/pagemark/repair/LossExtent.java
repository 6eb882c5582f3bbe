package pagemark.repair;

import static java.util.Comparator.naturalOrder;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import pagemark.index.GroupRef;
import pagemark.index.Witness;
import pagemark.state.writer.WitnessNote;

/// How far back a loss goes, as notes tell that are added newest first:
///
/// 1. A part of the store that comes back has everything up to some moment, and nothing of later.
///    So a witness that nobody has written to since shows that its part has everything up to the
///    moment at which it was acknowledged, if no older witness of the part is gone.
/// 2. The loss began at the earliest such moment of all parts that have lost a witness. Other parts
///    prove nothing for them.
/// 3. Whatever a writer wrote after that moment may be lost, although its witnesses are there:
///    somebody may have written them again, and a note may have only some. So the oldest record of
///    all later notes counts, of whichever writer.
final class LossExtent {
  /// What is known of a part that has lost writes.
  ///
  /// @param gone when its oldest missing witness was acknowledged
  /// @param whole the part has everything up to here; null if that is not known
  private record Part(Instant gone, @Nullable Instant whole) {
    Part andGone(Instant at) {
      Instant oldest = at.isBefore(gone) ? at : gone;
      return new Part(oldest, whole == null || !whole.isBefore(oldest) ? null : whole);
    }

    Part andUntouched(Instant at) {
      boolean isBetter = at.isBefore(gone) && (whole == null || whole.isBefore(at));
      return isBetter ? new Part(gone, at) : this;
    }
  }

  private final Function<GroupRef, String> partOf;
  private final Map<String, Part> parts = new HashMap<>();
  private final List<WitnessNote> broken = new ArrayList<>();
  private final List<Span> spans = new ArrayList<>();

  /// What a note says of the writes before it.
  private record Span(Instant at, Instant since) {}

  /// @param partOf names the part of the store in which a group is
  LossExtent(Function<GroupRef, String> partOf) {
    this.partOf = partOf;
  }

  /// Adds a note that is older than those before.
  void add(WitnessNote note, Set<Witness> gone, Set<Witness> untouched) {
    spans.add(new Span(note.at(), note.since()));
    List<Witness> missing = note.witnesses().stream().filter(gone::contains).toList();
    if (!missing.isEmpty()) {
      broken.add(note);
    }
    for (Witness witness : missing) {
      parts.merge(
          partOf.apply(witness.group()),
          new Part(witness.at(), null),
          (part, _) -> part.andGone(witness.at()));
    }
    if (isLoss()) {
      note.witnesses().stream().filter(untouched::contains).forEach(this::bound);
    }
  }

  private void bound(Witness untouched) {
    parts.computeIfPresent(
        partOf.apply(untouched.group()), (_, part) -> part.andUntouched(untouched.at()));
  }

  boolean isLoss() {
    return !broken.isEmpty();
  }

  /// The notes with a missing witness.
  List<WitnessNote> broken() {
    return broken;
  }

  /// Whether older notes can say more about the loss.
  boolean needsOlder() {
    return isLoss() && whole().map(spans.getLast().at()::isAfter).orElse(true);
  }

  /// Up to when all parts have everything. Empty if that is not known.
  private Optional<Instant> whole() {
    return parts.values().stream().anyMatch(part -> part.whole() == null)
        ? Optional.empty()
        : parts.values().stream().map(Part::whole).min(naturalOrder());
  }

  /// When the oldest record was created that may be lost. Empty if that is not known.
  Optional<Instant> since() {
    return whole()
        .flatMap(
            whole ->
                spans.stream()
                    .filter(span -> span.at().isAfter(whole))
                    .map(Span::since)
                    .min(naturalOrder()));
  }
}
