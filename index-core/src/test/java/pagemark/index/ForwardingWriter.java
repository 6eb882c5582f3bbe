package pagemark.index;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.index.rows.RowRuns;

/// Hands every call on to another writer, except what a test replaces.
public class ForwardingWriter implements PageIndexWriter {
  protected final PageIndexWriter writer;
  private final Function<List<GroupWrite>, List<WriteResult>> writes;

  protected ForwardingWriter(PageIndexWriter writer) {
    this(writer, writer::write);
  }

  /// @param writes takes the writes instead of `writer`
  public ForwardingWriter(
      PageIndexWriter writer, Function<List<GroupWrite>, List<WriteResult>> writes) {
    this.writer = writer;
    this.writes = writes;
  }

  @Override
  public List<WriteResult> write(List<GroupWrite> groups) {
    return writes.apply(groups);
  }

  @Override
  public Optional<String> refusal(GroupRef group, Bytes item, Entry entry) {
    return writer.refusal(group, item, entry);
  }

  @Override
  public Optional<String> refusal(int cells) {
    return writer.refusal(cells);
  }

  @Override
  public Optional<RowRuns> rowRuns() {
    return writer.rowRuns();
  }

  @Override
  public List<LookResult> look(List<GroupLook> looks) {
    return writer.look(looks);
  }

  @Override
  public Sweep sweep(String generation, String position, BooleanSupplier hasTime) {
    return writer.sweep(generation, position, hasTime);
  }

  @Override
  public Duration sweepPause() {
    return writer.sweepPause();
  }

  @Override
  public Optional<Witnesses> witnesses() {
    return writer.witnesses();
  }

  @Override
  public Instant time() {
    return writer.time();
  }

  @Override
  public String part(GroupRef group) {
    return writer.part(group);
  }
}
