// Writes the next times of expressions as Quartz 2.3.2 answers them, one line each:
// expression | time zone | after | next 5 times, in milliseconds since 1970; or what it does not accept as "invalid".
//
// With Debian's libquartz2-java and libslf4j-java:
//   java -cp /usr/share/java/quartz2.jar:/usr/share/java/slf4j-api.jar Generate.java > expressions.txt
import java.util.*;
import org.quartz.CronExpression;

public class Generate {
    static final String[] ZONES = {"Asia/Shanghai", "UTC", "Asia/Kolkata"};
    static final long[] AFTER = {1767571200000L, 1772323199000L, 1798761599000L, 1709164800000L};
    static final List<String> ALL = new ArrayList<>();

    // The examples of Quartz's documentation, its tutorial and the class itself.
    static final String[] DOCUMENTED = {
        "0 0 12 * * ?", "0 15 10 ? * *", "0 15 10 * * ?", "0 15 10 * * ? *", "0 15 10 * * ? 2027", "0 * 14 * * ?",
        "0 0/5 14 * * ?", "0 0/5 14,18 * * ?", "0 0-5 14 * * ?", "0 10,44 14 ? 3 WED", "0 15 10 ? * MON-FRI",
        "0 15 10 15 * ?", "0 15 10 L * ?", "0 15 10 L-2 * ?", "0 15 10 ? * 6L", "0 15 10 ? * 6L 2027-2029",
        "0 15 10 ? * 6#3", "0 0 12 1/5 * ?", "0 11 11 11 11 ?", "0 0/5 * * * ?", "10 0/5 * * * ?",
        "0 30 10-13 ? * WED,FRI", "0 0/30 8-9 5,20 * ?", "* * * * * ? *", "0 0 0 LW * ?", "0 0 0 15W * ?",
        "0 0 0 1W * ?", "0 0 0 31W * ?", "0 0 0 ? * L", "0 0 0 ? * FRIL", "0 0 0 ? * FRI#2", "0 0 0 L-3W * ?",
        "0 0 22-2 * * ?", "0 0 0 ? * FRI-MON", "0 0 0 1 NOV-FEB ?", "0/15 * * * * ?", "/15 * * * * ?", "0 /20 * * * ?",
        "0 0 0 29 2 ?", "0 0 0 31 * ?", "0 0 0 30 2 ?", "0 43 9 ? * 5L", "1-58/7 * * * * ?", "0 0 0 ? * 1#5",
    };
    static final String[] INVALID = {
        "", "* * * * *", "* * * * * *", "0 0 0 * * * *", "0 0 0 ? * ?", "60 * * * * ?", "* 60 * * * ?", "* * 24 * * ?",
        "* * * 32 * ?", "* * * 0 * ?", "* * * * 13 ?", "* * * * 0 ?", "* * * ? * 8", "* * * ? * 0",
        "0 0 0 ? * 6#6", "0 0 0 ? * 6#0", "0 0 0 L-31 * ?", "0 0 0 32W * ?", "X * * * * ?", "0/61 * * * * ?",
        "* * 0/25 * * ?", "* * * 1/32 * ?", "* * * * 1/13 ?", "? * * * * ?", "* ? * * * ?", "* * * * FOO ?", "-1 * * * * ?",
    };

    public static void main(String[] args) {
        Random random = new Random(20260105);
        String[] minutes = {"0", "30", "0/15", "5/20", "*", "10-20", "50-10", "1,31", "0-30/10"};
        String[] hours = {"0", "9", "8-18", "22-3", "0/6", "*", "2,14", "9-17/2", "5/7"};
        String[] days = {"*", "1", "15", "28-31", "1,15", "L", "L-1", "LW", "10W", "1W", "2/9", "25-5"};
        String[] months = {"*", "1", "2", "JAN-MAR", "11-2", "1/3", "6,12", "FEB,APR", "OCT"};
        String[] weekdays = {"1", "MON-FRI", "SAT,SUN", "6L", "2L", "4#1", "7#5", "L", "2-6", "FRI-MON", "THU"};
        String[] years = {"", " *", " 2026-2030", " 2027", " 2028/2", " 2026,2032"};
        String[] seconds = {"0", "0", "0", "30", "0/20", "15,45"};
        ALL.addAll(Arrays.asList(DOCUMENTED));
        Set<String> more = new LinkedHashSet<>();
        while (more.size() < 380) {
            boolean byDay = random.nextBoolean();
            more.add(pick(random, seconds) + " " + pick(random, minutes) + " " + pick(random, hours) + " "
                + (byDay ? pick(random, days) : "?") + " " + pick(random, months) + " "
                + (byDay ? "?" : pick(random, weekdays)) + pick(random, years));
        }
        ALL.addAll(more);
        for (int i = 0; i < ALL.size(); i++) {
            line(ALL.get(i), ZONES[i % ZONES.length], AFTER[i % AFTER.length]);
        }
        for (String text : INVALID) {
            line(text, "UTC", AFTER[0]);
        }
    }

    static String pick(Random random, String[] of) {
        return of[random.nextInt(of.length)];
    }

    static void line(String text, String zone, long after) {
        StringBuilder line = new StringBuilder(text + " | " + zone + " | " + after + " |");
        try {
            CronExpression cron = new CronExpression(text);
            cron.setTimeZone(TimeZone.getTimeZone(zone));
            Date at = new Date(after);
            for (int i = 0; i < 5; i++) {
                at = cron.getTimeAfter(at);
                if (at == null) break;
                line.append(' ').append(at.getTime());
            }
        } catch (Exception error) {
            line.append(" invalid");
        }
        System.out.println(line);
    }
}
