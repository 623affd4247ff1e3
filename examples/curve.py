"""Draw what `ppo.py --log` wrote: the share of games won, with its error, over the minutes.

python examples/curve.py curve.jsonl curve.svg
"""

import json
import sys
from pathlib import Path

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 720, 400, 56, 40, 16, 48
INK, FAINT, LINE, WASH, SHEET = "#33281f", "#cdb98f", "#a53a22", "#f6d9c8", "#fffaf0"


def drawn(lines: list[dict[str, float | str]]) -> str:
    last = max(float(line["minutes"]) for line in lines)

    def across(minutes: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * minutes / last

    def down(share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)

    def text(x: float, y: float, said: str, anchor: str = "middle") -> str:
        return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{said}</text>'

    found = []
    for tenth in range(0, 11, 2):
        y = down(tenth / 10)
        found.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{FAINT}"/>')
        found.append(text(LEFT - 8, y + 5, f"{10 * tenth} %", "end"))
    half = down(0.5)
    found.append(f'<path d="M{LEFT} {half:.1f}H{WIDTH - RIGHT}" stroke="{INK}"/>')
    step = max(1, round(last / 6))
    found += [
        text(across(minutes), HEIGHT - BOTTOM + 22, str(minutes))
        for minutes in range(0, int(last + 0.5) + 1, step)
    ]
    points = [
        (across(float(line["minutes"])), float(line["won"]), float(line["error"])) for line in lines
    ]
    upper = [f"{x:.1f} {down(min(1, won + error)):.1f}" for x, won, error in points]
    lower = [f"{x:.1f} {down(max(0, won - error)):.1f}" for x, won, error in reversed(points)]
    found.append(f'<path d="M{"L".join(upper + lower)}z" fill="{WASH}" opacity=".8"/>')
    middle = "L".join(f"{x:.1f} {down(won):.1f}" for x, won, _ in points)
    found.append(f'<path d="M{middle}" fill="none" stroke="{LINE}" stroke-width="2.5"/>')
    found += [
        f'<circle cx="{x:.1f}" cy="{down(won):.1f}" r="4" fill="{LINE}"/>' for x, won, _ in points
    ]
    title = f"Games won against {lines[0]['opponent']}, with the 95 % interval"
    found.append(text(LEFT, TOP - 16, title, "start"))
    found.append(text(WIDTH - RIGHT, HEIGHT - 10, "minutes of one processor", "end"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="14" fill="{INK}">\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{SHEET}"/>\n'
        + "\n".join(found)
        + "\n</svg>\n"
    )


def main() -> None:
    log, picture = map(Path, sys.argv[1:])
    picture.write_text(drawn([json.loads(line) for line in log.read_text().splitlines()]))


if __name__ == "__main__":
    main()
