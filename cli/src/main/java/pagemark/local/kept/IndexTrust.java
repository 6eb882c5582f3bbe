package pagemark.local.kept;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.listing.Listing;
import pagemark.local.data.LocalState;
import pagemark.local.data.StackException;
import pagemark.state.Generation;
import pagemark.sync.EmptyTableBuild;
import pagemark.sync.EmptyTableBuild.Answer;

/// Decides at the start of a stack which listings may be shown from the index that it finds, and
/// why the others may not. No other class decides that.
///
/// A generation of an index is trusted if all of this holds:
///
/// 1. It was built from the listing's present definition and this very table, and follows the
///    table's present stream. A table that was deleted and created again, and a stream that was
///    switched off and on, have new ARNs.
/// 2. The markers of all slots of the store say that it is complete. A store that was flushed, or
///    lost its data, has no markers.
/// 3. It followed the table until 12 hours ago or less. At every start the pump begins with the
///    oldest record of the stream. So an index that missed writes (because of a stop, a kill, the
///    last second that Redis had not yet written to its disk, or an older copy of its data) gets
///    them now, and fences drop the records that it has already. But the stream deletes records
///    after 24 hours; 12 leave time to read them. A [FollowedNote] holds the time. It lies with the
///    index's data, so that an older copy of the data has the older note. If a generation was left
///    behind for longer, the note names it, and it stays distrusted although the stream follows it
///    again.
///
/// A distrusted generation is hidden from the API and not changed. All pages but the first then
/// answer 503, and `/health` says NOT_READY, as if there were no index. The stream is still applied
/// to it: if its definition comes back, it is complete. A rebuild makes another generation, which
/// is shown as soon as it serves.
public final class IndexTrust {
  static final Duration LEFT_BEHIND_MAX = Duration.ofHours(12);

  private final LocalState state;
  private final TrustedGenerations shown;

  private IndexTrust(LocalState state, TrustedGenerations shown) {
    this.state = state;
    this.shown = shown;
  }

  /// @param note null if the stack keeps no data, so that nothing can be old
  public static IndexTrust judge(LocalState state, @Nullable FollowedNote note) {
    Followed followed = note == null ? Followed.NEVER : judged(state, note);
    return new IndexTrust(
        state,
        new TrustedGenerations(
            state.items(), state.listings(), state.table(), followed.distrusted()));
  }

  /// Reads the note, and distrusts what was left behind. From now on, new and distrusted indexes
  /// count as followed.
  private static Followed judged(LocalState state, FollowedNote note) {
    Instant now = state.clock().instant();
    Followed found = note.read();
    Set<String> distrusted = new HashSet<>();
    Set<String> anew = new HashSet<>();
    for (String listing : state.listings().byName().keySet()) {
      Instant until = found.until().getOrDefault(listing, Instant.EPOCH);
      if (Duration.between(until, now).abs().compareTo(LEFT_BEHIND_MAX) > 0) {
        anew.add(listing);
        state.items().live(listing).stream().map(Generation::id).forEach(distrusted::add);
      }
    }
    Followed judged = found.andDistrusted(distrusted).andUntil(anew, now);
    note.write(judged);
    return judged;
  }

  /// The generations that the API may show.
  public TrustedGenerations shown() {
    return shown;
  }

  /// Makes sure that every listing has a complete index. It builds one only on an empty table,
  /// which is quick.
  ///
  /// @return for each listing that has none, a line that says why
  /// @throws StackException if the index cannot be reached
  public List<String> buildIndexes() {
    EmptyTableBuild build =
        new EmptyTableBuild(
            state.database().dynamo(),
            state.items(),
            state.index().store().markers(),
            state.index().store().writer());
    List<String> lines = new ArrayList<>();
    try {
      for (Listing listing : state.listings().byName().values()) {
        ensure(build, listing)
            .ifPresent(
                why -> lines.add(listing.name() + ": pages but the first answer 503: " + why));
      }
      return lines;
    } catch (IndexException.Unavailable e) {
      throw new StackException(
          "the index at %s cannot be used: %s".formatted(state.index().address(), e.getMessage()),
          e);
    }
  }

  /// Makes sure that the listing has a complete index. It builds one only if the table is empty,
  /// which is quick.
  ///
  /// @return why pages of the listing cannot be shown; empty if they can
  /// @throws IndexException.Unavailable if the index cannot be reached
  private Optional<String> ensure(EmptyTableBuild build, Listing listing) {
    Optional<Generation> serving = state.items().serving(listing.name());
    if (serving.filter(this::isLeftBehind).isPresent()) {
      return Optional.of(
          "its index has not followed the table for more than %d hours, or was lost"
              .formatted(LEFT_BEHIND_MAX.toHours()));
    }
    return switch (build.ensure(listing, state.table())) {
      case Answer.Ready _ -> Optional.empty();
      case Answer.RebuildNeeded(var reason) ->
          Optional.of(serving.map(this::whyNot).orElse(reason));
    };
  }

  private boolean isLeftBehind(Generation generation) {
    return shown.distrusted().contains(generation.id())
        && shown.isOfDefinition(generation)
        && shown.isOfStream(generation);
  }

  private String whyNot(Generation generation) {
    if (!shown.isOfDefinition(generation)) {
      return "its definition has changed since its index was built";
    }
    return shown.isOfStream(generation)
        ? "its index was lost, in whole or in part"
        : "the table or its stream is not the one that its index was built from";
  }
}
