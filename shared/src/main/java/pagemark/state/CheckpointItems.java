package pagemark.state;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import pagemark.entry.Bytes;

/// Keeps a checkpoint of work that takes several invocations in `pagemark-state`, for two days. A
/// checkpoint is cut into parts, as an item holds 400 KB at most. An item that names all parts is
/// written after them, so that a checkpoint is read whole or not at all.
///
/// Cost: a write unit for each KB, and a read unit for each 4 KB.
public record CheckpointItems(StateStore state, InstantSource clock) {
  /// The largest checkpoint, in bytes.
  public static final int BYTES_MAX = 64 << 20;

  private static final Duration KEPT = Duration.ofDays(2);
  private static final int PART_BYTES_MAX = 350 << 10;
  private static final Bytes NONE = Bytes.of(new byte[0]);

  private static Document.Key key(String work, String sortKey) {
    return new Document.Key("checkpoint#" + work, sortKey);
  }

  /// @param version the id of the parts
  private record Head(String work, String token, String version, int parts, Instant keptUntil)
      implements Document {
    @Override
    public Key documentKey() {
      return key(work, token);
    }

    String part(int number) {
      return "%s#%s#%05d".formatted(token, version, number);
    }
  }

  private record Part(String work, String sortKey, Bytes bytes, Instant keptUntil)
      implements Document {
    @Override
    public Key documentKey() {
      return key(work, sortKey);
    }

    @Override
    public Set<String> unchanging() {
      return Set.of("bytes");
    }
  }

  /// The last checkpoint of some work.
  ///
  /// @param work names the kind of work and its listing
  /// @param token names the run
  public Optional<byte[]> last(String work, String token) {
    return state.get(Head.class, key(work, token)).map(this::bytes);
  }

  private byte[] bytes(Head head) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int part = 0; part < head.parts; part++) {
      Document.Key key = key(head.work, head.part(part));
      bytes.writeBytes(state.get(Part.class, key).orElseThrow().bytes.toArray());
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
    Optional<Head> before = state.get(Head.class, key(work, token));
    Instant until = clock.instant().plus(KEPT);
    int parts = Math.ceilDiv(bytes.length, PART_BYTES_MAX);
    Head head = new Head(work, token, UUID.randomUUID().toString(), parts, until);
    for (int part = 0; part < parts; part++) {
      int from = part * PART_BYTES_MAX;
      int to = Math.min(from + PART_BYTES_MAX, bytes.length);
      state.put(
          new Part(work, head.part(part), Bytes.of(Arrays.copyOfRange(bytes, from, to)), until));
    }
    state.put(head);
    before.ifPresent(this::removeParts);
  }

  private void removeParts(Head head) {
    for (int part = 0; part < head.parts; part++) {
      state.delete(new Part(head.work, head.part(part), NONE, head.keptUntil));
    }
  }
}
