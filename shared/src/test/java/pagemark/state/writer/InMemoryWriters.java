package pagemark.state.writer;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The writers' notes in memory.
public final class InMemoryWriters implements Writers {
  private record Key(String stream, String writer) {}

  private final Map<Key, WriterNote> notes = new ConcurrentHashMap<>();

  private final InMemoryWitnessNotes witnesses = new InMemoryWitnessNotes();

  @Override
  public WitnessNotes witnesses() {
    return witnesses;
  }

  @Override
  public void note(WriterNote note) {
    notes.put(new Key(note.stream(), note.writer()), note);
  }

  @Override
  public List<WriterNote> list(String stream, Instant since) {
    return notes.values().stream()
        .filter(note -> note.stream().equals(stream) && !note.at().isBefore(since))
        .toList();
  }
}
