package pagemark.local.kept;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import pagemark.local.data.StackException;

/// Keeps a [Followed] in a file, in lines `until LISTING INSTANT` and `distrusted GENERATION`.
public record FollowedNote(Path file) {
  /// Reads the file. If it is missing or malformed, the result is [Followed#NEVER].
  ///
  /// @throws StackException if the file cannot be read
  Followed read() {
    try {
      return parse(Files.readAllLines(file));
    } catch (NoSuchFileException | DateTimeException | ArrayIndexOutOfBoundsException e) {
      return Followed.NEVER;
    } catch (IOException e) {
      throw new StackException("the note %s cannot be read: %s".formatted(file, e), e);
    }
  }

  private static Followed parse(List<String> lines) {
    Map<String, Instant> until = new HashMap<>();
    Set<String> distrusted = new HashSet<>();
    for (String line : lines) {
      String[] words = line.split(" ", -1);
      switch (words[0]) {
        case "until" -> until.put(words[1], Instant.parse(words[2]));
        case "distrusted" -> distrusted.add(words[1]);
        default -> throw new DateTimeException("not a line of a note");
      }
    }
    return new Followed(until, distrusted);
  }

  /// Replaces the file atomically: a crash leaves the old one or the new one.
  ///
  /// @throws StackException if it cannot be written
  void write(Followed followed) {
    List<String> lines = new ArrayList<>();
    followed.until().forEach((listing, at) -> lines.add("until " + listing + " " + at));
    followed.distrusted().forEach(id -> lines.add("distrusted " + id));
    try {
      Path next = file.resolveSibling(file.getFileName() + ".next");
      Files.write(next, lines);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new StackException("the note %s cannot be written: %s".formatted(file, e), e);
    }
  }
}
