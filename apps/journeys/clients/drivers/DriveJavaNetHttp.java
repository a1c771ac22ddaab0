import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Drives java.net.http of the JDK: a default HttpClient, which offers `Upgrade: h2c` with each cleartext request. */
public class DriveJavaNetHttp {
  interface Work {
    void run() throws Exception;
  }

  static final String SITE = System.getenv("SITE");
  static final HttpClient client = HttpClient.newHttpClient();

  static String site(String name) {
    Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(SITE);
    if (!found.find()) throw new IllegalStateException("no " + name);
    return found.group(1);
  }

  static String text(HttpRequest.Builder request, int status) throws Exception {
    HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    must(answer.statusCode() == status, "status " + answer.statusCode() + ": " + answer.body());
    return answer.body();
  }

  static String get(String surface, String path) throws Exception {
    return text(HttpRequest.newBuilder(URI.create(site(surface) + path)), 200);
  }

  static HttpRequest.Builder post(String path, String body) {
    return HttpRequest.newBuilder(URI.create(site("clob") + path))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body));
  }

  static void must(boolean holds, String what) {
    if (!holds) throw new IllegalStateException(what);
  }

  static void step(String flow, String step, Work work) {
    String reason = "";
    try {
      work.run();
    } catch (Exception fault) {
      reason = ",\"reason\":\"" + String.valueOf(fault).replaceAll("[\"\\\\\\n]", " ") + "\"";
    }
    System.out.println("{\"flow\":\"" + flow + "\",\"step\":\"" + step + "\"" + reason + "}");
  }

  /** The books arrive as a list, and PING gets a response. */
  static void follow() throws Exception {
    CompletableFuture<String> opening = new CompletableFuture<>();
    CompletableFuture<String> answer = new CompletableFuture<>();
    WebSocket socket =
        client
            .newWebSocketBuilder()
            .buildAsync(
                URI.create(site("stream") + "/ws/market"),
                new WebSocket.Listener() {
                  final StringBuilder text = new StringBuilder();

                  public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
                    text.append(part);
                    if (last) {
                      (text.indexOf("[") == 0 ? opening : answer).complete(text.toString());
                      text.setLength(0);
                    }
                    return WebSocket.Listener.super.onText(from, part, last);
                  }
                })
            .get(10, TimeUnit.SECONDS);
    socket.sendText("{\"type\":\"market\",\"assets_ids\":[\"" + site("yes") + "\"]}", true).get();
    must(opening.get(10, TimeUnit.SECONDS).startsWith("[{"), "no list of books");
    socket.sendText("PING", true).get();
    must(answer.get(10, TimeUnit.SECONDS).equals("PONG"), "no PONG");
    socket.abort();
  }

  public static void main(String[] words) {
    String yes = site("yes");
    String tokens = "[{\"token_id\":\"" + yes + "\"},{\"token_id\":\"" + site("no") + "\"}]";
    step("books", "ok", () -> must(get("clob", "/ok").equals("\"OK\""), "not OK"));
    step("books", "time", () -> must(Long.parseLong(get("clob", "/time")) > 0, "no time"));
    step("books", "book", () -> must(get("clob", "/book?token_id=" + yes).contains("\"bids\""), "no book"));
    step("books", "books", () -> must(text(post("/books", tokens), 200).startsWith("[{"), "no books"));
    step("books", "midpoints", () -> must(text(post("/midpoints", tokens), 200).contains(yes), "no midpoint"));
    step("books", "500 midpoints by GET", () -> must(get("clob", "/midpoints?token_ids=" + yes + ("," + "1".repeat(78)).repeat(499)).contains(yes), "none"));
    step("trading", "a refused order", () -> text(post("/order", "{}"), 401));
    step("catalog", "trading's markets", () -> must(get("clob", "/markets?next_cursor=").contains("\"condition_id\""), "none"));
    step("catalog", "markets", () -> must(get("gamma", "/markets?limit=2").startsWith("[{"), "none"));
    step("data", "trades", () -> must(get("data", "/trades?limit=2").startsWith("[{"), "none"));
    step("data", "open interest", () -> must(get("data", "/oi").matches("(?s).*\"value\":[0-9].*"), "no number"));
    step("streams", "market", DriveJavaNetHttp::follow);
    System.exit(0);
  }
}
