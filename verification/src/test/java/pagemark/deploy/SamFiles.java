package pagemark.deploy;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the Makefile says of a function.
final class SamFiles {
  private static final Pattern TARGET = Pattern.compile("(?m)^build-(\\w+): MODULE = (\\S+)$");
  private static final Pattern KIND = Pattern.compile("(?m)^KIND-(\\w+) = ?(.*)$");

  private SamFiles() {}

  /// The module that each target packages, by the function's logical id.
  static Map<String, String> modules() {
    Map<String, String> modules = new TreeMap<>();
    Matcher targets = TARGET.matcher(Project.text("Makefile"));
    while (targets.find()) {
      modules.put(targets.group(1), targets.group(2));
    }
    return modules;
  }

  static String module(String function) {
    String module = modules().get(function);
    if (module == null) {
      throw new AssertionError("the Makefile has no target for " + function);
    }
    return module;
  }

  /// What is added to the name of a module's jar, by the template's `IndexKind`.
  static Map<String, String> kinds() {
    Map<String, String> kinds = new TreeMap<>();
    Matcher lines = KIND.matcher(Project.text("Makefile"));
    while (lines.find()) {
      kinds.put(lines.group(1), lines.group(2));
    }
    return kinds;
  }

  /// The jar that a function's target packages.
  static Path jar(String function, String indexKind) {
    String module = module(function);
    String kind = kinds().get(indexKind);
    if (kind == null) {
      throw new AssertionError("the Makefile has no jar for an index of kind " + indexKind);
    }
    return Project.ROOT.resolve(module).resolve("target").resolve(module + kind + ".jar");
  }
}
