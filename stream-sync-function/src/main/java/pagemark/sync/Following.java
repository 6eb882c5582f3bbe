package pagemark.sync;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import pagemark.state.Generation;
import pagemark.state.WriterNote;

/// The generations that a handler follows, which it notes before it writes into them: a rebuild
/// reads the table once every writer has noted its generation.
///
/// After each note the generations are read again. So a writer that a rebuild did not find among
/// the notes, because it had none or an old one, reads them after that rebuild has registered its
/// own.
final class Following {
  static final Duration NOTED_EVERY = Duration.ofSeconds(30);
  private static final int CHANGES_MAX = 5;

  private final SyncSetup setup;
  private @Nullable String name;
  private int names;
  private @Nullable WriterNote noted;

  Following(SyncSetup setup) {
    this.setup = setup;
  }

  /// They were others at every look.
  static final class MovingException extends RuntimeException {
    MovingException() {
      super("they change with every look");
    }
  }

  /// The generations that a batch goes into.
  ///
  /// @throws MovingException where they never stay as they were noted
  /// @param oldest when the batch's oldest record was created: all that came before it are applied
  /// @throws software.amazon.awssdk.core.exception.SdkException where they cannot be read or noted
  List<Generation> of(Instant oldest) {
    List<Generation> followed = setup.followers();
    for (int changes = 0; !isNoted(followed); changes++) {
      if (changes == CHANGES_MAX) {
        throw new MovingException();
      }
      note(followed, oldest);
      followed = setup.followersNow();
    }
    return followed;
  }

  private boolean isNoted(List<Generation> followed) {
    return noted != null
        && noted.known().equals(ids(followed))
        && setup.clock().instant().isBefore(noted.at().plus(NOTED_EVERY));
  }

  private static Set<String> ids(List<Generation> followed) {
    return followed.stream().map(Generation::id).collect(Collectors.toSet());
  }

  private void note(List<Generation> followed, Instant oldest) {
    Instant now = setup.clock().instant();
    WriterNote note =
        new WriterNote(
            name(),
            setup.stream(),
            ids(followed),
            now,
            Math.max(0, Duration.between(oldest, now).toMillis()));
    setup.writers().note(note);
    noted = note;
  }

  /// The handler's name among writers, and a number that was not used before.
  String nextName() {
    return name() + "#" + ++names;
  }

  /// Made at the first use: functions may be restored from one snapshot.
  private String name() {
    if (name == null) {
      byte[] random = new byte[8];
      new SecureRandom().nextBytes(random);
      name = HexFormat.of().formatHex(random);
    }
    return name;
  }
}
