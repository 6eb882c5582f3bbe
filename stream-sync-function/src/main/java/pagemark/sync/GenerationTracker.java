package pagemark.sync;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.repair.IndexedTable;
import pagemark.state.Generation;
import pagemark.state.writer.WriterNote;

/// Reads the generations that a handler writes to, and notes them in `pagemark-state` before it
/// writes. A rebuild waits for these notes: it reads the table once every writer has noted the new
/// generation.
///
/// The generations are read again after each note. So a writer whose note a rebuild could not see
/// yet, reads the generations after that rebuild has registered its own, and finds it.
///
/// A note has the time by the store's clock too, because a rebuild may run on a machine with a
/// wrong one. If the store does not tell it, the last known difference of the clocks stands.
///
/// A note costs one write every 30 seconds and a question for the time, or whenever the generations
/// change.
final class GenerationTracker {
  static final Duration NOTED_EVERY = Duration.ofSeconds(30);
  private static final int CHANGES_MAX = 5;

  private final IndexedTable table;
  private final Followed all;
  private @Nullable String name;
  private int names;
  private @Nullable WriterNote noted;

  /// By how much the store's clock was ahead of this process' when it last told its time.
  private Duration storeAhead = Duration.ZERO;

  GenerationTracker(IndexedTable table, Followed all) {
    this.table = table;
    this.all = all;
  }

  /// The generations changed at every read.
  static final class MovingException extends RuntimeException {
    MovingException() {
      super("they changed at each of %d reads".formatted(CHANGES_MAX));
    }
  }

  /// The generations that a batch is written to. They are noted when this returns.
  ///
  /// @param oldest creation time of the batch's oldest record; all earlier records are applied
  /// @throws MovingException if the generations change again after each note
  List<Generation> of(Instant oldest) {
    return noted(all.followers(), oldest);
  }

  /// Notes the generations as the next batch would, but reads them afresh: while nobody writes to
  /// the table, a rebuild waits for this note alone. Each call reads the state of every listing.
  ///
  /// @param appliedBefore all earlier records are applied
  /// @throws MovingException if the generations change again after each note
  void noteNow(Instant appliedBefore) {
    noted(all.followersNow(), appliedBefore);
  }

  private List<Generation> noted(List<Generation> followed, Instant oldest) {
    for (int changes = 0; !isNoted(followed); changes++) {
      if (changes == CHANGES_MAX) {
        throw new MovingException();
      }
      note(followed, oldest);
      followed = all.followersNow();
    }
    return followed;
  }

  private boolean isNoted(List<Generation> followed) {
    return noted != null
        && noted.known().equals(ids(followed))
        && table.clock().instant().isBefore(noted.at().plus(NOTED_EVERY));
  }

  private static Set<String> ids(List<Generation> followed) {
    return followed.stream().map(Generation::id).collect(Collectors.toSet());
  }

  private void note(List<Generation> followed, Instant oldest) {
    Instant now = table.clock().instant();
    WriterNote note =
        new WriterNote(
            name(),
            all.stream(),
            ids(followed),
            now,
            now.plus(storeAhead()),
            Math.max(0, Duration.between(oldest, now).toMillis()));
    table.writers().note(note);
    noted = note;
  }

  private Duration storeAhead() {
    try {
      storeAhead = Duration.between(table.clock().instant(), table.index().time());
    } catch (IndexException e) {
      // only the rebuild needs it, and waits for this store itself
    }
    return storeAhead;
  }

  /// A new name for a note: the handler's name among writers, and a number.
  String nextName() {
    return name() + "#" + ++names;
  }

  /// Made at first use, because several functions may start from one snapshot.
  private String name() {
    if (name == null) {
      byte[] random = new byte[8];
      new SecureRandom().nextBytes(random);
      name = HexFormat.of().formatHex(random);
    }
    return name;
  }
}
