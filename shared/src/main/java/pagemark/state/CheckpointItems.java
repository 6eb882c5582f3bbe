package pagemark.state;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import pagemark.state.Work.Part;
import software.amazon.awssdk.core.SdkBytes;

/// Keeps a checkpoint of work that takes several invocations, as a [Part] that may be large. It is
/// cut into pieces, as an item holds 400 KB at most. The part that names all pieces is written
/// after them, so that a checkpoint is read whole or not at all. Work goes on with it for two days.
///
/// Cost: a write unit for each KB, and a read unit for each 4 KB.
public record CheckpointItems(StateStore state, InstantSource clock) {
  /// The largest checkpoint, in bytes.
  public static final int BYTES_MAX = 64 << 20;

  private static final Duration VALID = Duration.ofDays(2);
  private static final int PIECE_BYTES_MAX = 350 << 10;

  /// @param pieces their names, in order
  private record Head(List<String> pieces) {}

  /// The last checkpoint of some work.
  ///
  /// @param work names the kind of work and its listing
  /// @param token names the run
  public Optional<byte[]> last(String work, String token) {
    return head(work, token)
        .filter(head -> head.at().plus(VALID).isAfter(clock.instant()))
        .map(head -> bytes(work, head.progress(Head.class)));
  }

  private Optional<Part> head(String work, String token) {
    return state.get(Part.class, Part.key(work, token));
  }

  private byte[] bytes(String work, Head head) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String piece : head.pieces) {
      Part part = state.get(Part.class, Part.key(work, piece)).orElseThrow();
      bytes.writeBytes(part.progress().b().asByteArray());
    }
    return bytes.toByteArray();
  }

  /// Replaces the checkpoint of some work.
  ///
  /// @throws IllegalArgumentException if it is larger than [#BYTES_MAX]
  public void keep(String work, String token, byte[] bytes) {
    if (bytes.length > BYTES_MAX) {
      throw new IllegalArgumentException(
          "the checkpoint of %s has %,d bytes; it may have %,d"
              .formatted(work, bytes.length, BYTES_MAX));
    }
    Optional<Part> before = head(work, token);
    Instant now = clock.instant();
    List<String> pieces = new ArrayList<>();
    for (int from = 0; from < bytes.length; from += PIECE_BYTES_MAX) {
      int to = Math.min(from + PIECE_BYTES_MAX, bytes.length);
      pieces.add(token + "#" + UUID.randomUUID());
      state.put(piece(work, pieces.getLast(), now, Arrays.copyOfRange(bytes, from, to)));
    }
    state.put(Part.of(work, token, now, new Head(pieces)));
    before.ifPresent(this::removePieces);
  }

  private static Part piece(String work, String name, Instant at, byte... bytes) {
    return new Part(work, name, at, fromB(SdkBytes.fromByteArray(bytes)));
  }

  private void removePieces(Part head) {
    for (String piece : head.progress(Head.class).pieces) {
      state.delete(piece(head.work(), piece, head.at()));
    }
  }
}
