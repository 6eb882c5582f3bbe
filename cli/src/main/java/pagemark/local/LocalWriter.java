package pagemark.local;

import java.time.Instant;
import java.util.List;
import pagemark.state.writer.WitnessNotes;
import pagemark.state.writer.WriterNote;
import pagemark.state.writer.Writers;

/// Writes the notes of the stack's only writer under one name, so that each start replaces the note
/// of the stack before, which is dead.
record LocalWriter(Writers items) implements Writers {
  private static final String NAME = "local";

  @Override
  public void note(WriterNote note) {
    items.note(
        new WriterNote(
            NAME, note.stream(), note.known(), note.at(), note.storeTime(), note.lagMillis()));
  }

  @Override
  public WitnessNotes witnesses() {
    return items.witnesses();
  }

  @Override
  public List<WriterNote> list(String stream, Instant since) {
    return items.list(stream, since);
  }
}
