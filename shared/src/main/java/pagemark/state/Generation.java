package pagemark.state;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.listing.IndexDefinition;

/// One build of a listing's index. It belongs to one definition, one table and one stream.
///
/// A rebuild registers a generation as BUILDING. The stream's writers then write into it as well as
/// into the serving one. After the rebuild it becomes SERVING, and the old one becomes RETIRED
/// until its data is removed.
///
/// @param id unique for all time, part of every key of the index; `[a-z0-9]{1,20}`
/// @param table the table's ARN
/// @param stream the stream's ARN
/// @param birth stream records older than this do not count for it
/// @param inexact why it may differ from the table; at most one mark of each cause
/// @param suspended whether the table has another stream now, which this generation does not
///   follow. Its index is out of date, and readers must not see it
/// @param swept what had expired by then is not in it any more; null if no sweep has said so
public record Generation(
    String id,
    String listing,
    IndexDefinition definition,
    String table,
    String stream,
    Instant birth,
    State state,
    Set<Inexact> inexact,
    boolean suspended,
    @Nullable Instant swept)
    implements Document {
  /// A sweep that is later than this is told to readers.
  private static final Duration SWEEP_LATE = Duration.ofMinutes(2);

  public Generation {
    inexact = Set.copyOf(inexact);
  }

  static String partition(String listing) {
    return "listing#" + listing;
  }

  static Key key(String listing, String id) {
    return new Key(partition(listing), "generation#" + id);
  }

  @Override
  public Key documentKey() {
    return key(listing, id);
  }

  @Override
  public Set<String> unchanging() {
    return Set.of("id", "listing", "definition", "table", "stream", "birth");
  }

  public enum State {
    /// The sync side writes it; nobody reads it yet.
    BUILDING,
    /// Readers use it.
    SERVING,
    /// A newer one has replaced it. Its index may be removed.
    RETIRED
  }

  private Generation with(State next, Set<Inexact> marks, boolean hidden, @Nullable Instant until) {
    return new Generation(
        id, listing, definition, table, stream, birth, next, marks, hidden, until);
  }

  /// The same in another state.
  public Generation in(State next) {
    return with(next, inexact, suspended, swept);
  }

  Generation with(Set<Inexact> marks) {
    return with(state, marks, suspended, swept);
  }

  Generation sweptUntil(Instant until) {
    return with(state, inexact, suspended, until);
  }

  Generation hidden() {
    return with(state, inexact, true, swept);
  }

  /// A group of its listing, in this generation.
  public GroupRef group(Group group) {
    return new GroupRef(id, listing, group);
  }

  /// The table's name, which is the end of its ARN.
  public String tableName() {
    return table.substring(table.lastIndexOf('/') + 1);
  }

  /// Whether it was built by this definition. Compares definitions as JSON text, in which 1 and 1.0
  /// are the same number.
  public boolean isBuiltFrom(IndexDefinition other) {
    return definition.isOfThisFormat() && definition.json().equals(other.json());
  }

  public boolean isServing() {
    return state == State.SERVING;
  }

  /// Whether a tree of its index has lost a node, so that records of some places wait.
  public boolean isTorn() {
    return inexact.stream().anyMatch(mark -> mark.cause() == Inexact.Cause.TORN_TREE);
  }

  /// Whether its index is known to match the table, but for what has expired in the last two
  /// minutes.
  public boolean isExact(Instant now) {
    return inexactAt(now).isEmpty();
  }

  /// Why its index may differ from the table: its marks, and a sweep that is late.
  public Set<Inexact> inexactAt(Instant now) {
    Instant last = swept == null ? GenerationId.madeAt(id) : swept;
    if (definition.expires() == null || !last.plus(SWEEP_LATE).isBefore(now)) {
      return inexact;
    }
    Set<Inexact> all = new HashSet<>(inexact);
    all.add(new Inexact(Inexact.Cause.LATE_SWEEP, last, last));
    return all;
  }

  /// Whether readers may see it: it serves, follows the table's stream, and has a key format that
  /// this code knows.
  public boolean isShown() {
    return isServing() && !suspended && definition.isOfThisFormat();
  }

  public boolean isLive() {
    return state != State.RETIRED;
  }

  /// Makes generation ids: seconds since 1970 and 20 random bits, in base 36. They sort by age and
  /// do not repeat, even if `pagemark-state` is lost and an old index is not.
  public static final class GenerationId {
    private GenerationId() {}

    /// A new id, 10 characters of `[0-9a-z]`.
    public static String next(Instant now) {
      String random = Integer.toString(new SecureRandom().nextInt(1 << 20), 36);
      return Long.toString(now.getEpochSecond(), 36) + "0".repeat(4 - random.length()) + random;
    }

    /// When the id was made, to the second. 1970 if the text is not such an id.
    public static Instant madeAt(String id) {
      return id.matches("[0-9a-z]{10}")
          ? Instant.ofEpochSecond(Long.parseLong(id.substring(0, 6), 36))
          : Instant.EPOCH;
    }
  }
}
