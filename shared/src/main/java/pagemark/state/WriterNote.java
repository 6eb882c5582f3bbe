package pagemark.state;

import java.time.Instant;
import java.util.Set;

/// What a writer of the index said last of itself.
///
/// @param writer a name that no other has
/// @param stream the ARN of the stream that it consumes
/// @param known the ids of the generations that it writes everything into from now on
/// @param at when it said so
/// @param lagMillis how old the oldest record in its hands was; it had applied all before that one
public record WriterNote(
    String writer, String stream, Set<String> known, Instant at, long lagMillis) {
  public WriterNote {
    known = Set.copyOf(known);
  }
}
