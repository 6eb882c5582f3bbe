package pagemark.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import pagemark.check.Shown;
import pagemark.rebuild.RebuildListener;
import pagemark.state.rebuild.RebuildCounts;

/// Reports the progress of a rebuild, with its rate and the time that is left, estimated from the
/// table's item count.
final class RebuildReport implements RebuildListener {
  private final ProgressLine progress;
  private final long itemsAbout;
  private long items;
  private long itemsBefore;
  private int waitingFor;
  private String behind = "";

  /// @param itemsAbout the approximate number of the table's items
  RebuildReport(ProgressLine progress, long itemsAbout) {
    this.progress = progress;
    this.itemsAbout = itemsAbout;
  }

  @Override
  public synchronized void gaveUp(String why) {
    progress.say("Starting over instead of continuing an earlier run: " + why);
  }

  @Override
  public synchronized void resumed(RebuildCounts before) {
    items = before.items();
    itemsBefore = items;
    progress.say("Continuing a rebuild that had read " + Shown.count(before.items(), "item"));
  }

  /// Says so once a minute that the consumer comes closer.
  @Override
  public synchronized void waitingFor(OptionalLong lagMillis) {
    String now =
        lagMillis.isEmpty()
            ? "Waiting for the first note of the stream's consumer, 10 minutes at most"
            : "Waiting until the stream's consumer, which is %d min behind, is less than one behind"
                .formatted(Duration.ofMillis(lagMillis.getAsLong()).toMinutes());
    if (!now.equals(behind)) {
      progress.say(now);
    }
    behind = now;
  }

  @Override
  public synchronized void waitingFor(int writers) {
    if (writers != waitingFor) {
      progress.say(
          "Waiting for %d running %s to notice the rebuild (at most 5 minutes)"
              .formatted(writers, writers == 1 ? "function" : "functions"));
    }
    waitingFor = writers;
  }

  @Override
  public synchronized void beganAnew(int round) {
    items = 0;
    itemsBefore = 0;
    progress.say("The index has lost a part of what was built; starting over, try " + round);
  }

  @Override
  public synchronized void moved(RebuildCounts more) {
    items += more.items();
    if (progress.isDue()) {
      long percent = itemsAbout == 0 ? 99 : Math.min(99, 100 * items / itemsAbout);
      String text =
          String.format(
              Locale.ROOT, "%s, %,.0f a second%s", Shown.count(items, "item"), rate(), remaining());
      progress.show(percent, text, "%s (about %d %%)".formatted(text, percent));
    }
  }

  private double rate() {
    return (items - itemsBefore) / Math.max(0.001, progress.seconds());
  }

  private String remaining() {
    if (items >= itemsAbout || items == itemsBefore) {
      return "";
    }
    Duration left = Duration.ofSeconds((long) ((itemsAbout - items) / rate()));
    return left.toMinutes() > 0
        ? ", about %d min left".formatted(left.toMinutes() + 1)
        : ", about %d s left".formatted(left.toSeconds() + 1);
  }
}
